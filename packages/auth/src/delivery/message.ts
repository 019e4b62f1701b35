/** A mail, ready to go out. */
export interface MailMessage {
  readonly to: string
  readonly subject: string
  readonly html: string
  readonly text: string
  /** Further header fields, such as how to end a subscription. */
  readonly headers?: Readonly<Record<string, string>>
  /** Files that go with it. */
  readonly attachments?: readonly { readonly filename: string; readonly content: Buffer }[]
  /** The part of the message id before the `@`: the same for each attempt at one delivery. */
  readonly id?: string
}

/** Sends mail. Throws `upstream_failed` with the server's message. */
export interface MailTransport {
  send(message: MailMessage): Promise<void>
}

/** A text message to an E.164 number without `+`. */
export interface SmsMessage {
  readonly to: string
  readonly text: string
  readonly channel: 'sms' | 'whatsapp'
}

/** A provider of text messages. Throws `upstream_failed` with the provider's words. */
export interface SmsTransport {
  /** The name used in settings: `twilio`, `vonage`, `log`. */
  readonly name: string
  send(message: SmsMessage): Promise<{ messageId: string }>
}

/** The transports for mail and text messages; `sms` is undefined if text messages cannot be sent. */
export interface Transports {
  readonly mail: MailTransport
  readonly sms: SmsTransport | undefined
}

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
