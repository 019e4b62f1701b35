/** The question as the server hands it out, ready to be shown. */
export interface Asked {
  readonly version: number
  readonly question: string
  /** In the order that the server drew for this buyer. */
  readonly options: readonly { readonly id: string; readonly label: string }[]
  /** Whether an answer of one's own can be given. */
  readonly other: boolean
  readonly texts: Texts
}

/** Words around the question. */
export type Texts = typeof english

const english = {
  send: 'Send',
  skip: 'Skip',
  other: 'Something else',
  tell: 'What was it?',
  thanks: 'Thank you for telling us.',
  failed: 'That could not be sent. Please try again.',
}

/** Undefined where nothing is to be asked, or where the answer is none of ours. */
export function readAsked(answer: unknown): Asked | undefined {
  const { asked, version, question, options, other, texts } = Object(answer)
  if (asked !== true || typeof question !== 'string' || !Array.isArray(options)) return
  return { version, question, options, other: other === true, texts: { ...english, ...texts } }
}
