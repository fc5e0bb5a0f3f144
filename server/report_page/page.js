"use strict";
// The page is whole without this; here are only filters and folding.
(function () {
  var findings = Array.from(document.querySelectorAll(".finding"));
  var form = document.getElementById("filter");

  function openTarget() {
    var target = location.hash.slice(1) &&
      document.getElementById(location.hash.slice(1));
    if (target && target.localName === "details") {
      target.open = true;
      target.scrollIntoView();
    }
  }

  // Folded parts would be missing on paper.
  var folded = [];
  addEventListener("beforeprint", function () {
    folded = Array.from(document.querySelectorAll("details:not([open])"));
    folded.forEach(function (part) { part.open = true; });
  });
  addEventListener("afterprint", function () {
    folded.forEach(function (part) { part.open = false; });
    folded = [];
  });
  addEventListener("hashchange", openTarget);
  openTarget();
  if (!form) {
    return;
  }

  var buttons = Array.from(form.querySelectorAll("[data-severity]"));
  var search = document.getElementById("search");
  var fold = document.getElementById("fold");
  var shown = document.getElementById("shown");
  var texts = null; // of all findings, in lower case; made when asked for

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
        return finding.textContent.toLowerCase();
      });
    }
    findings.forEach(function (finding, i) {
      var show = wanted[finding.dataset.severity] &&
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
  search.addEventListener("input", apply);
  form.addEventListener("submit", function (event) { event.preventDefault(); });
  fold.addEventListener("click", function () {
    var open = fold.textContent === "Open all";
    findings.forEach(function (finding) { finding.open = open; });
    fold.textContent = open ? "Close all" : "Open all";
  });
  if (!document.querySelector(".finding:not([open])")) {
    fold.textContent = "Close all";
  }
  form.hidden = false;
})();
