import { guarded } from '../guard.ts'
import type { Asked } from './asked.ts'
import { look } from './look.ts'
import type { SurveyPlace } from './place.ts'

/** Shows the question. What the shop's own styles say reaches it only as letters and colours. */
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
      // Who skips is not asked to skip again because of us.
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

/** In the place of the form, with the focus that its button had. */
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

/** Text needs no permission to be asked of another origin first. Rejects where the answer is not safe with the server. */
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
