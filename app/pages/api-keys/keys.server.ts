import { AppError, isAppError } from '@tillsight/core'
import type { KeyView, OrganisationVerbs, RunVerb } from '@tillsight/domain'
import { wordRefusal } from '../../blocks/fields/word-refusal.server.ts'
import { dateOfText, instantText } from '../../format/index.ts'
import type { Language, Say } from '../../language/index.ts'
import { formText } from '../../request.server.ts'
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
import { pageWords } from './words.server.ts'
import type { WordKey } from './words.ts'

/** The keys as the page shows them; undefined for a role that may not see them. */
export async function loadKeys(run: RunVerb<OrganisationVerbs>, language: Language): Promise<KeysModel | undefined> {
  try {
    const [{ items }, shops] = await Promise.all([run('key.list'), run('shop.list')])
    return {
      keys: items.map((key) => printKeyView(key, items, language)),
      shops: shops.map(({ domain, name }) => ({ domain, name })),
    }
  } catch (failure) {
    if (isAppError(failure) && failure.code === 'forbidden') return undefined
    throw failure
  }
}

/** A key with days printed. */
export function printKeyView(key: KeyView, all: readonly KeyView[], language: Language): KeyModel {
  const say = pageWords.say(language)
  const { id, name, prefix, scopes, shops, networks, state, createdAt, createdBy, lastUsedAt, expiresAt } = key
  const day = dateOfText(createdAt, 'UTC', language)
  const replaced = all.find((other) => other.id === key.replaces && other.state === 'active')
  return {
    id,
    name,
    prefix: `${prefix}…`,
    scopes,
    shops: shops === 'all' ? say('keys.allShops') : shops.join(', '),
    networks,
    state,
    created: createdBy?.name ? say('keys.createdBy', { name: createdBy.name, day }) : say('keys.created', { day }),
    used:
      lastUsedAt === null ? say('keys.unused') : say('keys.used', { time: instantText(lastUsedAt, 'UTC', language) }),
    end: endOf(key, say, language),
    isEndless: expiresAt === null && state === 'active',
    replaces: replaced?.prefix ?? null,
  }
}

function endOf({ state, expiresAt, revokedAt }: KeyView, say: Say<WordKey>, language: Language): string {
  const dayOf = (instant: string) => ({ day: dateOfText(instant, 'UTC', language) })
  if (revokedAt !== null) return say('keys.revokedOn', dayOf(revokedAt))
  if (expiresAt === null) return say('keys.endless')
  return say(state === 'expired' ? 'keys.expiredOn' : 'keys.expiresOn', dayOf(expiresAt))
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
  const life = lives.find((known) => known === days)
  if (life === undefined)
    throw new AppError('invalid_input', 'Choose how long the key works.', { details: { field: 'days' } })
  return {
    name,
    scopes: scopeChoices.filter((scope) => scopes.includes(scope)),
    shops: shops.length === 0 ? ('all' as const) : shops,
    expiresInDays: life === 'never' ? null : Number(life),
    networks: networks.split(/[\s,;]+/).filter((text) => text !== ''),
  }
}

/** Why a form was rejected, in the language of the page; a key that is gone is said on the page. */
export function toKeysFailure(
  refusal: unknown,
  form: FormData,
  language: Language,
): { failure: KeysFailure; status: number } {
  const say = pageWords.say(language)
  const field = (path: string) => {
    const key = refusedFields.get(path.split('.', 1).join(''))
    return key && say(key)
  }
  const { body, status } = wordRefusal(refusal, { language, field })
  // Of a list of networks, one is named: the message says which.
  const [, network] = Object.entries(body.fields).find(([path]) => path.startsWith('networks')) ?? []
  const fields = { ...body.fields, ...(network && { networks: network }) }
  return { failure: { ...body, fields, typed: readTypedKey(form) }, status }
}

const refusedFields: ReadonlyMap<string, WordKey> = new Map(
  (['name', 'scopes', 'shops', 'days', 'networks'] as const).map((name) => [name, `refused.${name}`]),
)
