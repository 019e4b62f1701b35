/** Letters and colours are the shop's; on any ground, light or dark, lines are made of the text's own colour. */
const rules = `
:host{display:block;margin:1.5em 0;max-width:40em;text-align:start}
*{box-sizing:border-box;font:inherit;color:inherit}
[hidden]{display:none!important}
form,p{margin:0}
fieldset{margin:0;padding:0;border:0;min-width:0}
legend{padding:0;margin:0 0 .6em;font-weight:600;font-size:1.125em;text-wrap:balance}
label{display:flex;gap:.65em;align-items:flex-start;min-height:2.75em;padding:.55em .8em;margin:0 0 .4em;line-height:1.5;
  border:1px solid;border-color:color-mix(in srgb,currentColor 30%,transparent);border-radius:.5em;cursor:pointer;overflow-wrap:anywhere}
label:hover,label:focus-within{border-color:currentColor}
[type=radio]{appearance:none;flex:none;width:1.15em;height:1.15em;margin:.2em 0 0;border:.1em solid;border-radius:50%}
[type=radio]:checked{border-width:.35em}
label [type=radio]:focus-visible{outline-offset:3px}
[type=text]{width:100%;min-height:2.75em;padding:.4em .8em;background:transparent;border:1px solid;border-radius:.5em}
[type=text]::placeholder{color:inherit;opacity:.75}
div{display:flex;flex-wrap:wrap;gap:.6em;margin-top:.9em}
button{min-height:2.75em;padding:.4em 1.3em;background:transparent;border:2px solid;border-radius:.5em;font-weight:600;cursor:pointer}
button.skip{border-color:transparent;font-weight:400;text-decoration:underline}
button:disabled{opacity:.6;cursor:default}
:focus-visible{outline:2px solid;outline-offset:2px}
.failed:not(:empty){margin-top:.8em}
`

/** Dresses the question, also under a policy that forbids style sheets in the page. */
export function look(root: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    root.adoptedStyleSheets = [sheet]
  } catch {
    // Older browsers know no sheets of that kind.
    root.append(Object.assign(document.createElement('style'), { textContent: rules }))
  }
}
