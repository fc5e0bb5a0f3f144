"use strict";
// The page is whole without this; here are only filters, folding and a closer
// look at pictures.  But of
// very many findings the later ones have their insides as text in a script
// element, which costs the browser nothing until one is wanted.
(function () {
  var findings = Array.from(document.querySelectorAll(".finding"));
  var form = document.getElementById("filter");
  var later = document.getElementById("later");

  // Were they shown while the page is read, they would be laid out again and
  // again.
  if (later) {
    later.hidden = false;
  }

  // The inside of a finding that is still text; or null.
  function textInside(finding) {
    var last = finding.lastElementChild;
    return last.localName === "script" ? last : null;
  }

  function unpack(finding) {
    var inside = textInside(finding);
    if (inside) {
      inside.outerHTML = inside.textContent;
      finding.querySelectorAll("figure.graph").forEach(addZoom);
    }
  }

  // A picture is zoomed by buttons, or by the wheel with Ctrl (which pinching
  // on a touchpad is, too); then it is moved by dragging or arrow keys.
  function addZoom(figure) {
    var svg = figure.querySelector("svg");
    var box = svg.viewBox.baseVal;
    var whole = {width: box.width, height: box.height};
    var view = {x: 0, y: 0, part: 1}; // part: of the whole, in each direction
    var group = document.createElement("div");

    function move(x, y) {
      view.x = Math.min(Math.max(x, 0), whole.width * (1 - view.part));
      view.y = Math.min(Math.max(y, 0), whole.height * (1 - view.part));
      svg.setAttribute("viewBox", [view.x, view.y, whole.width * view.part,
        whole.height * view.part].join(" "));
      figure.classList.toggle("zoomed", view.part < 1);
    }

    // What is at (x, y), in parts of what is seen, stays there.
    function zoom(factor, x, y) {
      var part = Math.min(Math.max(view.part / factor, 1 / 32), 1);
      var less = view.part - part;
      view.part = part;
      move(view.x + whole.width * less * x, view.y + whole.height * less * y);
    }

    // By so much of what is seen.
    function pan(x, y) {
      move(view.x + whole.width * view.part * x,
        view.y + whole.height * view.part * y);
    }

    function addButton(text, label, act) {
      var button = document.createElement("button");
      button.type = "button";
      button.textContent = text;
      button.setAttribute("aria-label", label);
      button.addEventListener("click", act);
      group.appendChild(button);
    }

    group.className = "zoom";
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", "Picture; arrow keys move it");
    addButton("+", "Zoom in", function () { zoom(1.5, 0.5, 0.5); });
    addButton("\u2212", "Zoom out", function () { zoom(1 / 1.5, 0.5, 0.5); });
    addButton("All", "Show all", function () { zoom(0, 0, 0); });
    group.addEventListener("keydown", function (event) {
      var by = {ArrowLeft: [-0.1, 0], ArrowRight: [0.1, 0], ArrowUp: [0, -0.1],
        ArrowDown: [0, 0.1]}[event.key];
      if (by && view.part < 1) {
        pan(by[0], by[1]);
        event.preventDefault();
      }
    });
    svg.addEventListener("wheel", function (event) {
      var seen = svg.getBoundingClientRect();
      if (event.ctrlKey) {
        zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2,
          (event.clientX - seen.left) / seen.width,
          (event.clientY - seen.top) / seen.height);
        event.preventDefault();
      }
    }, {passive: false});
    svg.addEventListener("pointerdown", function (event) {
      if (view.part < 1 && event.button === 0) {
        svg.setPointerCapture(event.pointerId);
      }
    });
    svg.addEventListener("pointermove", function (event) {
      var seen = svg.getBoundingClientRect();
      if (svg.hasPointerCapture(event.pointerId)) {
        pan(-event.movementX / seen.width, -event.movementY / seen.height);
      }
    });
    figure.insertBefore(group, figure.firstChild);
  }

  var entities = {lt: "<", gt: ">", quot: "\"", "#39": "'", amp: "&"};

  // As textContent would have it.
  function plain(html) {
    return html.replace(/<[^>]*>/g, "").replace(/&(lt|gt|quot|#39|amp);/g,
      function (all, name) { return entities[name]; });
  }

  function textOf(finding) {
    var inside = textInside(finding);
    return inside ? finding.firstElementChild.textContent +
      plain(inside.textContent) : finding.textContent;
  }

  function openTarget() {
    var target = location.hash.slice(1) &&
      document.getElementById(location.hash.slice(1));
    if (target && target.localName === "details") {
      unpack(target);
      target.open = true;
      target.scrollIntoView();
    }
  }

  // Folded parts would be missing on paper.
  var folded = [];
  addEventListener("beforeprint", function () {
    findings.forEach(unpack);
    folded = Array.from(document.querySelectorAll("details:not([open])"));
    folded.forEach(function (part) { part.open = true; });
  });
  addEventListener("afterprint", function () {
    folded.forEach(function (part) { part.open = false; });
    folded = [];
  });
  // It does not bubble; and comes just before the open inside is shown.
  addEventListener("toggle", function (event) {
    if (event.target.classList.contains("finding")) {
      unpack(event.target);
    }
  }, true);
  document.querySelectorAll("figure.graph").forEach(addZoom);
  addEventListener("hashchange", openTarget);
  openTarget();
  if (!form) {
    return;
  }

  var buttons = Array.from(form.querySelectorAll("[data-severity]"));
  var search = document.getElementById("search");
  var rank = document.getElementById("rank");
  var fold = document.getElementById("fold");
  var shown = document.getElementById("shown");
  var texts = null; // of all findings, in lower case; made when asked for

  // Of all parts of that class, which have nothing but text in them.
  function textsOf(finding, name) {
    var inside = textInside(finding);
    var texts = Array.from(finding.getElementsByClassName(name),
      function (part) { return part.textContent; });
    var pattern = new RegExp(" class=\"" + name + "\">([^<]*)", "g");
    for (var found; inside && (found = pattern.exec(inside.textContent));) {
      texts.push(plain(found[1]));
    }
    return texts;
  }

  // What findings can be chosen by, beside their severity.
  var choices = [
    {label: "rule", of: function (finding) {
      return textsOf(finding, "id");
    }},
    {label: "file", of: function (finding) {
      return textsOf(finding, "place").map(function (place) {
        return place.replace(/:\d+( in .*)?$/, "");
      });
    }},
    {label: "object", of: function (finding) {
      return textsOf(finding, "object");
    }}
  ];

  // A list of what there is of it; none where that is no choice.
  function addChoice(choice) {
    var select = document.createElement("select");
    var names = new Set();
    choice.values = findings.map(function (finding) {
      var values = new Set(choice.of(finding));
      values.forEach(function (value) { names.add(value); });
      return values;
    });
    select.id = "by-" + choice.label;
    select.setAttribute("aria-label", "Only findings of this " + choice.label);
    select.add(new Option("Any " + choice.label, ""));
    Array.from(names).sort().slice(0, 500).forEach(function (name) {
      select.add(new Option(name, "=" + name));
    });
    select.addEventListener("change", apply);
    choice.select = select;
    if (names.size > 1) {
      form.insertBefore(select, rank);
    }
  }

  // "ranks 0-3, 7"; a process without a rank is none of them.
  function hasRank(finding, wanted) {
    var ranges = finding.querySelector(".who").textContent
      .replace(/process \d+/g, "").match(/\d+(-\d+)?/g) || [];
    return ranges.some(function (range) {
      var ends = range.split("-").map(Number);
      return wanted >= ends[0] && wanted <= ends[ends.length - 1];
    });
  }

  function isChosen(finding, i) {
    return (rank.value === "" || hasRank(finding, Number(rank.value))) &&
      choices.every(function (choice) {
        return choice.select.value === "" ||
          choice.values[i].has(choice.select.value.slice(1));
      });
  }

  function apply() {
    var words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    var wanted = {};
    var count = 0;
    buttons.forEach(function (button) {
      wanted[button.dataset.severity] =
        button.getAttribute("aria-pressed") === "true";
    });
    if (words.length && !texts) {
      texts = findings.map(function (finding) {
        return textOf(finding).toLowerCase();
      });
    }
    findings.forEach(function (finding, i) {
      var show = wanted[finding.dataset.severity] && isChosen(finding, i) &&
        words.every(function (word) { return texts[i].includes(word); });
      finding.hidden = !show;
      count += show;
    });
    shown.textContent = count === findings.length ? "" :
      count + " of " + findings.length + " findings";
  }

  buttons.forEach(function (button) {
    button.addEventListener("click", function () {
      var pressed = button.getAttribute("aria-pressed") === "true";
      button.setAttribute("aria-pressed", String(!pressed));
      apply();
    });
  });
  choices.forEach(addChoice);
  search.addEventListener("input", apply);
  rank.addEventListener("input", apply);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  fold.addEventListener("click", function () {
    var open = fold.textContent === "Open all";
    findings.forEach(function (finding) {
      if (open) {
        unpack(finding);
      }
      finding.open = open;
    });
    fold.textContent = open ? "Close all" : "Open all";
  });
  if (!document.querySelector(".finding:not([open])")) {
    fold.textContent = "Close all";
  }
  form.hidden = false;
})();
