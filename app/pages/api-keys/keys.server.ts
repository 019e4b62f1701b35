import { AppError, isAppError } from '@tillsight/core'
import type { KeyView, OrganisationVerbs, RunVerb } from '@tillsight/domain'
import { instantText } from '../../format/index.ts'
import { formText, toFormFailure } from '../../request.server.ts'
import { examplesOf } from './examples.ts'
import {
  type KeyModel,
  type KeysFailure,
  type KeysModel,
  lives,
  type NewKeyModel,
  scopeChoices,
  type TypedKey,
} from './model.ts'

/** The keys as the page shows them; undefined for a role that may not see them. */
export async function loadKeys(run: RunVerb<OrganisationVerbs>): Promise<KeysModel | undefined> {
  try {
    const [{ items }, shops] = await Promise.all([run('key.list'), run('shop.list')])
    return {
      keys: items.map((key) => printKeyView(key, items)),
      shops: shops.map(({ domain, name }) => ({ domain, name })),
    }
  } catch (failure) {
    if (isAppError(failure) && failure.code === 'forbidden') return undefined
    throw failure
  }
}

/** A key with days printed. */
export function printKeyView(key: KeyView, all: readonly KeyView[]): KeyModel {
  const { id, name, prefix, scopes, shops, networks, state, createdAt, createdBy, lastUsedAt, expiresAt } = key
  const by = createdBy?.name ? ` by ${createdBy.name}` : ''
  const replaced = all.find((other) => other.id === key.replaces && other.state === 'active')
  return {
    id,
    name,
    prefix: `${prefix}…`,
    scopes,
    shops: shops === 'all' ? 'All shops' : shops.join(', '),
    networks,
    state,
    created: `Created${by} on ${dayOf(createdAt)}`,
    used: lastUsedAt === null ? 'Never used' : `Last used ${instantText(lastUsedAt, 'UTC')} UTC, to the hour`,
    end: endOf(key),
    isEndless: expiresAt === null && state === 'active',
    replaces: replaced?.prefix ?? null,
  }
}

function endOf({ state, expiresAt, revokedAt }: KeyView): string {
  if (revokedAt !== null) return `Revoked on ${dayOf(revokedAt)}`
  if (expiresAt === null) return 'Never expires'
  return `${state === 'expired' ? 'Expired' : 'Expires'} on ${dayOf(expiresAt)}`
}

/** `2 Nov 2026` */
function dayOf(instant: string): string {
  return instantText(instant, 'UTC').split(',', 1).join('')
}

interface Place {
  readonly origin: string
  readonly domain: string
}

/** Carries out a form of the page; answers with the key that was created. Throws what the verbs throw. */
export async function changeKeys(
  run: RunVerb<OrganisationVerbs>,
  form: FormData,
  place: Place,
): Promise<NewKeyModel | undefined> {
  const key = formText(form, 'key')
  switch (formText(form, 'intent')) {
    case 'create':
      return show(await run('key.create', readKey(readTypedKey(form))), place)
    case 'rotate':
      return show(await run('key.rotate', { key }), place)
    case 'revoke':
      await run('key.revoke', { key })
      return undefined
    default:
      throw new AppError('invalid_input', 'This form is not one of this page. Reload the page and try again.')
  }
}

function show({ name, key }: { readonly name: string; readonly key: string }, place: Place): NewKeyModel {
  return { name, key, examples: examplesOf({ ...place, key }) }
}

function readTypedKey(form: FormData): TypedKey {
  const all = (name: string): string[] => form.getAll(name).filter((value) => typeof value === 'string')
  return {
    name: formText(form, 'name'),
    scopes: all('scopes'),
    shops: all('shops'),
    days: formText(form, 'days'),
    networks: formText(form, 'networks'),
  }
}

function readKey({ name, scopes, shops, days, networks }: TypedKey) {
  const life = lives.find((known) => known.days === days)
  if (!life) throw new AppError('invalid_input', 'Choose how long the key works.', { details: { field: 'days' } })
  return {
    name,
    scopes: scopeChoices.map(({ scope }) => scope).filter((scope) => scopes.includes(scope)),
    shops: shops.length === 0 ? ('all' as const) : shops,
    expiresInDays: life.days === 'never' ? null : Number(life.days),
    networks: networks.split(/[\s,;]+/).filter((text) => text !== ''),
  }
}

/** Why a form was rejected; a missing permission is shown on the page too, since the person may just have lost it. */
export function toKeysFailure(refusal: unknown, form: FormData): { failure: KeysFailure; status: number } {
  const typed = readTypedKey(form)
  if (isAppError(refusal) && (refusal.code === 'forbidden' || refusal.code === 'not_found')) {
    const fields: KeysFailure['fields'] = refusal.details['field'] === 'shops' ? { shops: refusal.message } : {}
    return { failure: { message: refusal.message, fields, typed }, status: refusal.code === 'forbidden' ? 403 : 404 }
  }
  const { body, status } = toFormFailure(refusal)
  // Of a list of networks, one is named: the message says which.
  const [, network] = Object.entries(body.fields).find(([field]) => field.startsWith('networks')) ?? []
  return { failure: { ...body, fields: { ...body.fields, ...(network && { networks: network }) }, typed }, status }
}
