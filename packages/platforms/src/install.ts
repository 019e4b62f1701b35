import { AppError } from '@tillsight/core'

/** Whether visitors must consent before they are recognised. */
export type ConsentMode = 'required' | 'granted'

/** Values filled into everything that is generated for one shop. */
export interface Installation {
  /** The shop's tracking key. */
  readonly key: string
  /** This installation's origin as browsers and shops reach it. */
  readonly address: string
  readonly consent: ConsentMode
  /** The product's version. */
  readonly version: string
}

/** The built code that goes into what is made for a shop. */
export interface ShopCode {
  /** The pixel that pages load. */
  readonly pixel: string
  /** The survey on the page after an order. */
  readonly survey: string
  /** What shops of the platform have of their own; empty where they have nothing. */
  readonly own: string
}

/** Something to download: a text of a media type, or an archive of texts by their paths. */
export type MadeFile = { readonly name: string } & (
  | { readonly type: string; readonly text: string }
  | { readonly archive: Readonly<Record<string, string>> }
)

/** What a store platform needs beside the script that every shop can load. The same values make the same texts. */
export interface StoreInstall {
  /** Files by the name that steps and addresses call them. Throws `invalid_input` for values that no code can hold. */
  readonly files: Readonly<Record<string, (installation: Installation, code: ShopCode) => MadeFile>>
  /** Texts to copy by the name that steps call them; undefined where they need code and none is built. */
  readonly texts?: Readonly<
    Record<string, (installation: Installation, code: ShopCode | undefined) => string | undefined>
  >
}

/** Where events of the installation's shops are sent. */
export function collectorOf({ address }: Pick<Installation, 'address'>): string {
  return `${address}/p/collect`
}

/** Where shops' thank-you pages load their survey question and send the response. */
export function surveyOf({ address }: Pick<Installation, 'address'>): string {
  return `${address}/p/survey`
}

/**
 * Fills an installation's values into a template. The values end up in code of several languages, so characters that could
 * end a string there are refused.
 */
export function fillIn(template: string, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((text, [name, value]) => {
    if (!/^[\w.:/-]+$/.test(value)) {
      throw new AppError(
        'invalid_input',
        `“${value}” cannot be part of a shop’s files: it has characters that code gives a meaning.`,
      )
    }
    return text.replaceAll(`__${name}__`, value)
  }, template)
}
