/**
 * A field of a form as text, trimmed; empty when it is missing or a file. What a verb takes only certain texts for is taken on
 * trust here: it checks them.
 */
export function formText<Text extends string = string>(form: FormData, name: string): Text {
  const value = form.get(name)
  return (typeof value === 'string' ? value.trim() : '') as Text
}
