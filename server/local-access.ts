// The one place that lets people in without signing in. It goes, whole, when sign-in arrives: until then the server
// answers on loopback only, and everybody on this machine is the owner of every shop.
import { AppError, type OrganisationId } from '@tillsight/core'
import { createOrganisation, type Database, listOrganisations } from '@tillsight/database'
import type { Actor } from '@tillsight/domain'
import { createMiddleware } from 'hono/factory'
import type { Config } from './config.ts'

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Who everybody is for now. */
export const localActor: Actor = { kind: 'local' }

/** Refuses to start where strangers could reach the server. */
export function refuseOtherAddresses(config: Config): void {
  if (loopbackNames.has(config.host) || config.host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(config.host)) return
  throw new AppError(
    'invalid_input',
    `HOST is ${config.host}, but this version has no sign-in: anybody who reaches it would see and change every shop. Leave HOST unset, so that only this machine can reach it.`,
  )
}

/**
 * A page elsewhere could point its own host name at this machine and read everything through the visitor's browser, so
 * only our own names are answered; platforms may use the public address for what is verified by itself.
 */
export function onlyOwnNames(publicUrl: string | undefined) {
  const publicHost = publicUrl === undefined ? undefined : new URL(publicUrl).host
  return createMiddleware(async (c, next) => {
    const host = c.req.header('host') ?? ''
    const isOpen = /^\/(?:webhooks|connect\/(?:callback|return)|healthz|readyz)(?:\/|$)/.test(c.req.path)
    if (isOwnName(host) || (isOpen && host === publicHost)) return await next()
    throw new AppError(
      'forbidden',
      'This address is not one that Tillsight answers on. Open it as http://localhost with its port.',
    )
  })
}

/** Whether a `Host` header names this machine itself. */
export function isOwnName(host: string): boolean {
  return loopbackNames.has(host.replace(/:\d+$/, ''))
}

/** The one organisation that every shop belongs to for now; made on first use. */
export async function theOrganisation(database: Database): Promise<OrganisationId> {
  const [first] = await listOrganisations(database.kysely)
  return (first ?? (await createOrganisation(database.kysely, { name: 'My organisation' }))).id
}

/** Settings for simulated stores: they are on this machine and bear any pace. */
export function asSandbox(config: Config): Config {
  return { ...config, allowPrivateStoreUrls: true, platformPace: 'off' }
}

/** Where this machine's browser reaches the server. */
export function localAddress(config: Config): string {
  return `http://localhost:${config.port}`
}
