import { guarded } from '../guard.ts'
import type { Asked } from './asked.ts'
import type { SurveyPlace } from './place.ts'

/** Font and colours are the shop's; lines use the text colour, to work on light and dark backgrounds. */
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

/** Shows the question. Of the shop's own styles, only font and colours apply to it. */
export function showQuestion(place: SurveyPlace, asked: Asked): void {
  const host = document.createElement('div')
  const root = host.attachShadow({ mode: 'open' })
  look(root)
  const { texts } = asked
  const form = make('form')
  const choices = make('fieldset')
  choices.append(make('legend', { textContent: asked.question, dir: 'auto' }))
  for (const { id, label } of asked.options) choices.append(choice(id, label))
  const own = make('input', { type: 'text', maxLength: 500, autocomplete: 'off', hidden: true })
  own.setAttribute('aria-label', texts.tell)
  own.placeholder = texts.tell
  if (asked.other) choices.append(choice('other', texts.other), own)
  const failed = make('p', { className: 'failed' })
  failed.setAttribute('role', 'status')
  const send = make('button', { textContent: texts.send })
  const skip = make('button', { type: 'button', className: 'skip', textContent: texts.skip })
  const buttons = make('div')
  buttons.append(send, skip)
  form.append(choices, buttons, failed)
  root.append(form)

  const chosen = () => form.querySelector<HTMLInputElement>(':checked')?.value ?? ''
  form.addEventListener(
    'change',
    guarded(() => {
      own.hidden = chosen() !== 'other'
    }),
  )
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const answer = chosen()
    send.disabled = true
    failed.textContent = ''
    tell(place, { version: asked.version, answer, text: answer === 'other' ? own.value : undefined }).then(
      () => thank(root, form, texts.thanks),
      () => {
        send.disabled = false
        failed.textContent = texts.failed
      },
    )
  })
  skip.addEventListener(
    'click',
    guarded(() => {
      host.remove()
      // If sending a skip fails, the buyer is not asked again.
      tell(place, { version: asked.version, answer: '' }).catch(() => {})
    }),
  )
  place.insert(host)
}

function choice(value: string, label: string): HTMLLabelElement {
  const line = make('label')
  line.append(
    make('input', { type: 'radio', name: 'answer', value, required: true }),
    make('span', { textContent: label, dir: 'auto' }),
  )
  return line
}

/** Replaces the form, and takes over the focus from its button. */
function thank(root: ShadowRoot, form: HTMLFormElement, text: string): void {
  const thanks = make('p', { textContent: text, tabIndex: -1 })
  thanks.setAttribute('role', 'status')
  form.remove()
  root.append(thanks)
  thanks.focus({ preventScroll: true })
}

interface Told {
  readonly version: number
  /** Empty: skipped. */
  readonly answer: string
  readonly text?: string | undefined
}

/** Plain text needs no CORS preflight. Rejects if the server has not acknowledged the answer. */
async function tell({ key, order, to }: SurveyPlace, told: Told): Promise<void> {
  const body = JSON.stringify({ key, order, ...told, source: 'widget' })
  const { ok } = await fetch(to, { method: 'POST', body, keepalive: true, credentials: 'omit' })
  if (!ok) throw new Error('refused')
}

function make<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties)
}

/** Dresses the question, also under a policy that forbids style sheets in the page. */
function look(root: ShadowRoot): void {
  try {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rules)
    root.adoptedStyleSheets = [sheet]
  } catch {
    // Older browsers do not support constructable style sheets.
    root.append(Object.assign(document.createElement('style'), { textContent: rules }))
  }
}
