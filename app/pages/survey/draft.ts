import type { ShopVerbs, Survey, VerbInput } from '@tillsight/domain'
import type { MappingDraft, QuestionDraft } from './model.ts'

const mostOptions = 50
const mostMappings = 500

/** The question as form values. */
export function draftOf({ enabled, question }: Pick<Survey, 'enabled' | 'question'>): QuestionDraft {
  const { text, options, allowsOther } = question
  return { isOn: enabled, text, options, allowsOther }
}

/** Parses the form. An option that was added and left empty is dropped. */
export function readQuestion(form: FormData): QuestionDraft {
  const text = reader(form)
  const count = Math.min(Number(text('options')) || 0, mostOptions)
  const options = Array.from({ length: count }, (_, nth) => ({
    id: text(`options.${nth}.id`),
    label: text(`options.${nth}.label`),
  }))
  return {
    isOn: text('enabled') !== '',
    text: text('text'),
    options: options.filter(({ id, label }) => id !== '' || label !== ''),
    allowsOther: text('allowsOther') !== '',
  }
}

/** The input of the verb that saves the form. */
export function typedOf({ isOn, text, options, allowsOther }: QuestionDraft): VerbInput<ShopVerbs['survey.save']> {
  return {
    enabled: isOn,
    text,
    options: options.map(({ id, label }) => (id === '' ? { label } : { id, label })),
    allowsOther,
  }
}

/** Applies an option's button to the draft: `add`, `remove:2`. */
export function arrange(draft: QuestionDraft, intent: string): QuestionDraft {
  const [what, place] = intent.split(':')
  const options = what === 'add' ? [...draft.options, { id: '', label: '' }] : draft.options.toSpliced(Number(place), 1)
  return { ...draft, options }
}

/** Parses the channel mapping. */
export function readMappings(form: FormData): MappingDraft[] {
  const text = reader(form)
  const count = Math.min(Number(text('mappings')) || 0, mostMappings)
  return Array.from({ length: count }, (_, nth) => {
    const part = (name: string) => text(`mappings.${nth}.${name}`)
    return { answer: part('answer'), label: part('label'), channel: part('channel'), platform: part('platform') }
  })
}

function reader(form: FormData): (name: string) => string {
  return (name) => {
    const value = form.get(name)
    return typeof value === 'string' ? value.trim() : ''
  }
}
