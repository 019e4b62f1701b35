import { AppError } from '@tillsight/core'

/** Whether a shop's visitors are asked before they are recognised, or need not be. */
export const consentModes = ['required', 'granted'] as const
/** One of {@link consentModes}. */
export type ConsentMode = (typeof consentModes)[number]

/** What is filled into everything that is made for one shop. */
export interface Installation {
  /** The shop's tracking key. */
  readonly key: string
  /** Origin of this installation as browsers and shops reach it. */
  readonly address: string
  readonly consent: ConsentMode
  /** Of the product. */
  readonly version: string
}

/** The built code that goes into downloads. */
export interface PixelCode {
  /** What pages load. */
  readonly pixel: string
  /** What asks buyers on the page after an order. */
  readonly survey: string
  /** What WooCommerce needs beside it. */
  readonly woocommerce: string
  /** What runs in Shopify's sandbox. */
  readonly shopify: string
}

/** A file to download. */
export interface InstallFile {
  readonly name: string
  readonly type: string
  readonly bytes: Uint8Array
}

/** Where events of the installation's shops go. */
export function collectorOf({ address }: Pick<Installation, 'address'>): string {
  return `${address}/p/collect`
}

/** Where the shops' thank-you pages ask for their question and send the answer. */
export function surveyOf({ address }: Pick<Installation, 'address'>): string {
  return `${address}/p/survey`
}

/**
 * Puts an installation's values into the places of a template. What is filled in stands in code of several languages, so
 * nothing that could end a text there is let through.
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
