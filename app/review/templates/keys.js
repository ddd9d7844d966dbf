// Keys for those who judge many: one letter presses what bears it. Nothing here is needed to use the pages.
"use strict";
(() => {
  const name = "contragraph-keys";
  const help = document.querySelector(".keys");
  const button = document.getElementById("switch");
  let on = localStorage.getItem(name) !== "off";
  const show = () => {
    button.setAttribute("aria-pressed", String(on));
    button.textContent = on ? "Keys are on" : "Keys are off";
  };
  help.hidden = false;
  show();
  button.addEventListener("click", () => {
    on = !on;
    localStorage.setItem(name, on ? "on" : "off");
    show();
  });
  // A verdict that is marked is not kept yet; who works by keys does not look for a button.
  const verdict = document.querySelector("form.verdict[method=post]");
  const marked = () => {
    const chosen = verdict?.querySelector("input[name=verdict]:checked");
    if (!chosen) return;
    const name = chosen.value[0].toUpperCase() + chosen.value.slice(1);
    verdict.querySelector(".unkept").textContent = `${name} is marked, not kept yet: ${on ? "press s" : "press the button"}.`;
  };
  verdict?.addEventListener("change", marked);
  const writing = (e) => e.matches("textarea, select, input:not([type=radio]):not([type=checkbox])");
  document.addEventListener("keydown", (event) => {
    if (!on || event.ctrlKey || event.altKey || event.metaKey || event.repeat || writing(event.target)) return;
    const target = document.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
    if (!target) return;
    event.preventDefault();
    target.focus();
    target.click();
    if (target.name === "verdict") marked();
  });
  // A form goes once, however often its button is pressed.
  for (const form of document.forms) {
    form.addEventListener("submit", (event) => {
      if (form.dataset.sent) event.preventDefault();
      form.dataset.sent = "yes";
    });
  }
  window.addEventListener("pageshow", () => {
    for (const form of document.forms) delete form.dataset.sent;
  });
})();
