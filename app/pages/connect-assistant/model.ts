import type { AskedView } from '../../services.ts'

/** An assistant's request, with what the person can choose. */
export interface ConsentModel {
  readonly asked: AskedView
  /** Organisations in which the person sees shops. */
  readonly organisations: readonly { readonly id: string; readonly name: string }[]
  /** The one whose shops are shown; undefined where there is none. */
  readonly organisation: { readonly id: string; readonly name: string } | undefined
  readonly shops: readonly { readonly id: string; readonly name: string; readonly domain: string }[]
  /** The factor that confirms; undefined where none has to. */
  readonly factor: { readonly id: string; readonly kind: 'totp' | 'phone'; readonly label: string } | undefined
}

/** The outcome of the form. */
export interface ConsentOutcome {
  /** Where the browser goes on; the form is over. */
  readonly to?: string
  readonly failure?: { readonly message: string; readonly fields: Readonly<Record<string, string>> }
  /** Id of the text message that was sent. */
  readonly challenge?: string
}
