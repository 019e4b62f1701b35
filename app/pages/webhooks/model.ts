/** Addresses that are told of a shop's events, with instants printed. */
export interface WebhookModel {
  readonly id: string
  readonly url: string
  readonly events: readonly string[]
  readonly state: 'on' | 'paused' | 'off'
  /** `On`, `Paused`, `Switched off` */
  readonly stateText: string
  /** How it goes, in a sentence. */
  readonly standing: string
  /** Nothing arrives there at the moment. */
  readonly isFailing: boolean
  /** `1 waits to be sent`; null: none. */
  readonly waiting: string | null
  readonly created: string
  /** Until when messages carry two signatures; null: they do not. */
  readonly rotatesUntil: string | null
}

/** A message to one of them. */
export interface DeliveryModel {
  readonly id: string
  readonly type: string
  readonly tone: 'good' | 'warn' | 'bad' | 'neutral'
  /** `Delivered`, `Is tried again on …` */
  readonly state: string
  readonly at: string
  /** `200 in 41 ms`, or that there was no answer. */
  readonly answer: string
  readonly reason: string
  readonly body: string
  readonly mayResend: boolean
}

/** An event that can be chosen. */
export interface EventChoice {
  readonly type: string
  readonly about: string
}

/** A secret that is shown this once. */
export interface SecretModel {
  readonly webhook: string
  readonly url: string
  readonly secret: string
}

/** Why a form was rejected, and what was entered. */
export interface WebhookFailure {
  readonly message: string
  readonly fields: Readonly<Record<string, string>>
  readonly typed: { readonly url: string; readonly events: readonly string[] }
}

/** The webhooks of a shop, and the events that can be chosen. */
export interface WebhooksModel {
  readonly webhooks: readonly WebhookModel[]
  readonly choices: readonly EventChoice[]
}

/** One of them, with its latest messages. */
export interface WebhookPageModel {
  readonly webhook: WebhookModel
  readonly choices: readonly EventChoice[]
  readonly deliveries: readonly DeliveryModel[]
  /** Where the older ones begin; null: there are none. */
  readonly next: string | null
}
