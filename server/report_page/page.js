"use strict";
// The page is whole without this; here are only filters, folding and a closer
// look at pictures.  But of very many findings the later ones are text in
// script elements, which costs the browser nothing until one is wanted: so many
// at a time are shown.
(function () {
  var ROOM = 200;
  // .part: the finding, or the script element that has it as text.
  var findings = Array.from(
    document.querySelectorAll(".finding, #later > script"),
    function (part) { return {part: part, packed: part.localName === "script"}; });
  var form = document.getElementById("filter");
  var more = document.getElementById("more");
  var room = ROOM;
  var openNew = false; // "Open all" was said
  var grows = true; // as one scrolls

  function unpack(finding) {
    var box;
    if (finding.packed) {
      box = document.createElement("template");
      box.innerHTML = finding.part.textContent;
      box = box.content.firstElementChild;
      finding.part.replaceWith(box);
      finding.part = box;
      finding.packed = false;
      box.open = openNew;
      box.querySelectorAll("figure.graph").forEach(addZoom);
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

  // One gets to what stands behind many findings.
  function addSections() {
    var facts = document.querySelector(".facts");
    var nav = document.createElement("nav");
    nav.className = "sections";
    nav.setAttribute("aria-label", "Parts of this page");
    document.querySelectorAll("main h2[id]").forEach(function (head) {
      var link = document.createElement("a");
      link.href = "#" + head.id;
      link.textContent = head.textContent;
      nav.appendChild(link);
    });
    facts.after(nav);
  }

  var entities = {lt: "<", gt: ">", quot: "\"", "#39": "'", amp: "&"};

  // As textContent would have it.
  function plain(html) {
    return html.replace(/<[^>]*>/g, "").replace(/&(lt|gt|quot|#39|amp);/g,
      function (all, name) { return entities[name]; });
  }

  function textOf(finding) {
    return finding.packed ? plain(finding.part.textContent)
      : finding.part.textContent;
  }

  // What the address names is there and open, wherever it stands.
  function openTarget() {
    var number = /^#finding-(\d+)$/.exec(location.hash);
    var finding = number && findings[number[1] - 1];
    var part = finding ? finding.part
      : document.getElementById(location.hash.slice(1));
    if (part && part.localName === "h2") {
      grows = false;
      if (part.nextElementSibling.matches("details:not([class])")) {
        part.nextElementSibling.open = true;
      }
      part.scrollIntoView();
      return;
    }
    if (!part || (!finding && part.localName !== "details")) {
      return;
    }
    if (finding) {
      finding.wanted = true;
      grows = false; // what came before it would push it away
      if (finding.packed) {
        unpack(finding);
        location.replace(location.hash); // it was no target before
      }
      part = finding.part;
      part.hidden = false;
    }
    part.open = true;
    part.scrollIntoView();
  }

  function setRoom(size) {
    room = size;
    if (form) {
      apply();
    }
  }

  // On paper all are shown, and none is folded but what very many processes did
  // last.
  var folded = [];
  addEventListener("beforeprint", function () {
    setRoom(Infinity);
    folded = Array.from(document.querySelectorAll("details:not([open])"))
      .filter(function (part) { return !part.closest(".crowd"); });
    folded.forEach(function (part) { part.open = true; });
  });
  addEventListener("afterprint", function () {
    folded.forEach(function (part) { part.open = false; });
    folded = [];
    setRoom(ROOM);
  });
  document.querySelectorAll("figure.graph").forEach(addZoom);
  addSections();
  addEventListener("hashchange", openTarget);
  if (!form) {
    openTarget();
    return;
  }

  var buttons = Array.from(form.querySelectorAll("[data-severity]"));
  var search = document.getElementById("search");
  var rank = document.getElementById("rank");
  var fold = document.getElementById("fold");
  var shown = document.getElementById("shown");

  // What findings can be chosen by, beside their severity: texts of all parts
  // of a class, which have nothing but text in them.
  var choices = [
    {label: "rule", part: "id"},
    {label: "file", part: "place", of: function (place) {
      return place.replace(/:\d+( in .*)?$/, "");
    }},
    {label: "object", part: "object"}
  ];
  var pattern = / class="(id|place|object|who)">([^<]*)/g;

  // Reads these of a finding, its ranks and its severity.
  function read(finding) {
    var html = finding.packed ? finding.part.textContent
      : finding.part.outerHTML;
    finding.severity = /data-severity="(\w+)"/.exec(html)[1];
    finding.id = new Set();
    finding.place = new Set();
    finding.object = new Set();
    finding.who = new Set();
    pattern.lastIndex = 0;
    for (var found; (found = pattern.exec(html));) {
      if (found[1] !== "who" || finding.who.size === 0) {
        finding[found[1]].add(plain(found[2]));
      }
    }
  }

  // A list of what there is of it; none where that is no choice.
  function addChoice(choice) {
    var select = document.createElement("select");
    var names = new Map(); // of findings: how many
    findings.forEach(function (finding) {
      if (choice.of) {
        finding[choice.part] =
          new Set(Array.from(finding[choice.part], choice.of));
      }
      finding[choice.part].forEach(function (name) {
        names.set(name, (names.get(name) || 0) + 1);
      });
    });
    select.id = "by-" + choice.label;
    select.setAttribute("aria-label", "Only findings of this " + choice.label);
    select.add(new Option("Any " + choice.label, ""));
    Array.from(names.keys()).sort().slice(0, 500).forEach(function (name) {
      select.add(new Option(name + " (" + names.get(name) + ")", "=" + name));
    });
    select.addEventListener("change", applyAnew);
    choice.select = select;
    if (names.size > 1) {
      form.insertBefore(select, rank);
    }
  }

  // "ranks 0-3, 7"; a process without a rank is none of them.
  function hasRank(finding, wanted) {
    var ranges = Array.from(finding.who).join()
      .replace(/process \d+/g, "").match(/\d+(-\d+)?/g) || [];
    return ranges.some(function (range) {
      var ends = range.split("-").map(Number);
      return wanted >= ends[0] && wanted <= ends[ends.length - 1];
    });
  }

  function isChosen(finding) {
    return (rank.value === "" || hasRank(finding, Number(rank.value))) &&
      choices.every(function (choice) {
        return choice.select.value === "" ||
          finding[choice.part].has(choice.select.value.slice(1));
      });
  }

  // The first that are chosen are shown, as many as there is room for.
  function apply() {
    var words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    var wanted = {};
    var count = 0;
    var last = null;
    buttons.forEach(function (button) {
      wanted[button.dataset.severity] =
        button.getAttribute("aria-pressed") === "true";
    });
    findings.forEach(function (finding) {
      var show = wanted[finding.severity] && isChosen(finding) &&
        words.every(function (word) {
          finding.text = finding.text || textOf(finding).toLowerCase();
          return finding.text.includes(word);
        });
      count += show;
      if (show && count <= room) {
        unpack(finding);
        last = finding.part;
      }
      finding.part.hidden = !show || (count > room && !finding.wanted);
    });
    shown.textContent = count === findings.length ? "" :
      count + " of " + findings.length + " findings";
    if (more) {
      more.hidden = count <= room;
      if (last) {
        last.after(more.parentNode);
      }
      more.textContent = "Show more of the " + (count - room) + " others";
    }
  }

  function applyAnew() {
    setRoom(ROOM);
  }

  if (more) {
    more.addEventListener("click", function () {
      setRoom(room + ROOM);
    });
    // Who scrolls there need not press it.
    new IntersectionObserver(function (entries) {
      if (entries[0].isIntersecting && !more.hidden && grows) {
        more.click();
      }
    }, {rootMargin: "200px"}).observe(more);
  }
  buttons.forEach(function (button) {
    button.addEventListener("click", function () {
      var pressed = button.getAttribute("aria-pressed") === "true";
      button.setAttribute("aria-pressed", String(!pressed));
      applyAnew();
    });
  });
  findings.forEach(read);
  choices.forEach(addChoice);
  search.addEventListener("input", applyAnew);
  rank.addEventListener("input", applyAnew);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  fold.addEventListener("click", function () {
    openNew = fold.textContent === "Open all";
    findings.forEach(function (finding) {
      if (!finding.packed) {
        finding.part.open = openNew;
      }
    });
    fold.textContent = openNew ? "Close all" : "Open all";
  });
  if (!document.querySelector(".finding:not([open])")) {
    fold.textContent = "Close all";
  }
  if (more) {
    apply();
  }
  openTarget();
  form.hidden = false;
})();
