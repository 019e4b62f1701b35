import { randomUUID } from 'node:crypto'
import { AppError } from '@tillsight/core'
import type { ExportDefinitionRow } from '@tillsight/database'
import type { ConnectionContext } from '../connections/index.ts'
import { proveBucket } from './bucket.ts'
import { type ExportDestination, type NewDestination, readDefinition, type S3Place } from './definition.ts'
import { readServiceAccount, ServiceAccount } from './google-account.ts'
import { bucketContext } from './send-to-s3.ts'
import { proveSheets } from './send-to-sheets.ts'

/** A destination as it is stored. */
export interface Goal {
  readonly to: ExportDestination
  /** The secret of what opens it, encrypted. */
  readonly sealed: Buffer | null
}

/** Checks that files can go there, and seals the secret. Throws `invalid_input`. */
export async function settleDestination(
  ctx: ConnectionContext,
  to: NewDestination,
  row: ExportDefinitionRow | undefined,
): Promise<Goal> {
  if (to.kind === 'sheets') return settleSheets(ctx, to, row)
  if (to.kind !== 's3') {
    if (to.kind === 'mail') assertHasMailbox(ctx)
    return { to, sealed: null }
  }
  const { secretAccessKey: given, ...typed } = to
  const place: S3Place = { ...typed, endpoint: await checkEndpoint(ctx, typed.endpoint) }
  const secretAccessKey = given ?? earlierSecret(ctx, place, row)
  if (secretAccessKey === undefined) throw refused('The secret of the bucket’s key, secretAccessKey, is missing.')
  await proveBucket(ctx, { place, secretAccessKey }, randomUUID())
  return { to: place, sealed: Buffer.from(ctx.services.secrets.seal(secretAccessKey, bucketContext(ctx.shop.id))) }
}

async function settleSheets(
  ctx: ConnectionContext,
  { serviceAccountKey, ...typed }: Extract<NewDestination, { readonly kind: 'sheets' }>,
  row: ExportDefinitionRow | undefined,
): Promise<Goal> {
  const { services, shop } = ctx
  const [, spreadsheet] =
    /^(?:https:\/\/docs\.google\.com\/spreadsheets\/d\/)?([\w-]{20,100})(?:[/?#].*)?$/.exec(typed.spreadsheet) ?? []
  if (spreadsheet === undefined) {
    throw refused(
      'This is not a spreadsheet. Copy its address from the browser: https://docs.google.com/spreadsheets/d/…',
    )
  }
  const account = serviceAccountKey === undefined ? earlierAccount(ctx, row) : readServiceAccount(serviceAccountKey)
  if (account === undefined) throw refused('The key of the service account, serviceAccountKey, is missing.')
  await proveSheets(ctx, { spreadsheet, account }, typed.range)
  const sealed = services.secrets.seal(JSON.stringify(account), bucketContext(shop.id))
  return { to: { ...typed, spreadsheet, email: account.email }, sealed: Buffer.from(sealed) }
}

/** It only ever goes to Google. */
function earlierAccount({ services, shop }: ConnectionContext, row: ExportDefinitionRow | undefined) {
  if (row === undefined || row.sealed === null || readDefinition(row).to.kind !== 'sheets') return undefined
  return ServiceAccount.parse(JSON.parse(services.secrets.open(row.sealed, bucketContext(shop.id))))
}

/** The rules for receivers of webhooks, and an address of a machine alone. */
async function checkEndpoint({ services }: ConnectionContext, endpoint: string): Promise<string> {
  const url = new URL(await services.checkReceiver(endpoint))
  if (url.pathname === '/' && url.search === '') return url.origin
  throw refused('The endpoint is an address such as https://s3.eu-central-1.amazonaws.com, without bucket and path.')
}

/** A secret stays only where it was: nobody can have it used at another address. */
function earlierSecret(
  { services, shop }: ConnectionContext,
  { endpoint, accessKeyId }: S3Place,
  row: ExportDefinitionRow | undefined,
): string | undefined {
  if (row === undefined || row.sealed === null) return undefined
  const { to } = readDefinition(row)
  if (to.kind !== 's3' || to.endpoint !== endpoint || to.accessKeyId !== accessKeyId) return undefined
  return services.secrets.open(row.sealed, bucketContext(shop.id))
}

/** A key has no mailbox. */
function assertHasMailbox({ actor }: ConnectionContext): void {
  if (actor.kind === 'person') return
  throw refused(
    'An email goes to the person who makes the export, and this one is made by no person. Choose download or webhook.',
  )
}

function refused(message: string): AppError {
  return new AppError('invalid_input', message, { details: { field: 'to' } })
}
