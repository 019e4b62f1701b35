/** The survey question from the server, ready to show. */
export interface Asked {
  readonly version: number
  readonly question: string
  /** In the order that the server drew for this buyer. */
  readonly options: readonly { readonly id: string; readonly label: string }[]
  /** Whether a free-text answer is offered. */
  readonly other: boolean
  readonly texts: Texts
}

/** The texts around the question. */
export type Texts = typeof english

const english = {
  send: 'Send',
  skip: 'Skip',
  other: 'Something else',
  tell: 'What was it?',
  thanks: 'Thank you for telling us.',
  failed: 'That could not be sent. Please try again.',
}

/** Undefined if there is nothing to ask, or if the response is not from our server. */
export function readAsked(answer: unknown): Asked | undefined {
  const { asked, version, question, options, other, texts } = Object(answer)
  if (asked !== true || typeof question !== 'string' || !Array.isArray(options)) return
  return { version, question, options, other: other === true, texts: { ...english, ...texts } }
}
