/** Fills `{{ .Name }}` in a text from the settings; an unknown name stays as it is, so that the mistake can be seen. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{\{\s*\.(\w+)\s*\}\}/g, (whole, name: string) =>
    Object.hasOwn(values, name) ? (values[name] ?? whole) : whole,
  )
}

/** The text of a message with a code, after a template such as `Your code is {{ .Code }}`. */
export function renderSms(template: string, code: string): string {
  return fillPlaceholders(template, { Code: code })
}
