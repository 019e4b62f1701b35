import { AppError, type Clock } from '@tillsight/core'
import {
  type ConnectionContext,
  createShopReads,
  loadSources,
  type OpenKey,
  type OrganisationVerbs,
  type RunVerb,
  rememberedWhenDone,
  type ShopVerbs,
} from '@tillsight/domain'
import { keyContexts } from '../contexts.ts'
import { organisationRunner } from '../people-verbs.ts'
import type { Runtime } from '../runtime.ts'
import { shopRunner } from '../verbs.ts'

/** Who calls a tool. */
export interface Caller {
  readonly clock: Clock
  /** Address of the installation, for links. */
  readonly site: string
  /** Verbs of the key's organisation. */
  organisation(): Promise<RunVerb<OrganisationVerbs>>
  /** The named shop; the only one that the key sees where none is named. Throws `not_found`, and `invalid_input` for a choice. */
  shop(name: string | undefined): Promise<ToolShop>
}

/** The shop that a tool is about. */
export interface ToolShop {
  readonly ctx: ConnectionContext
  readonly run: RunVerb<ShopVerbs>
}

/** The caller of a message. Whatever its tools ask the warehouse ends with the signal. */
export function openCaller(
  { runtime, key }: { readonly runtime: Runtime; readonly key: OpenKey },
  signal: AbortSignal,
): Caller {
  const contexts = keyContexts(runtime, key, { network: '', agent: '', request: '', isAssistant: true })
  const organisation = async () => organisationRunner(runtime, await contexts.anyShop())
  return {
    clock: contexts.clock,
    site: runtime.own.url(),
    organisation,
    async shop(name) {
      const ctx = endingWith(signal, await contexts.shop(name ?? (await onlyShop(await organisation()))))
      return { ctx, run: shopRunner(runtime, ctx, 'program') }
    },
  }
}

/** Whoever looks at a shop, as the caller of tools that answer about this shop alone. */
export function openShopCaller(
  { runtime, ctx }: { readonly runtime: Runtime; readonly ctx: ConnectionContext },
  signal: AbortSignal,
): Caller {
  const { shop } = ctx
  const here = endingWith(signal, ctx)
  return {
    clock: runtime.clock,
    site: runtime.own.url(),
    organisation: async () => organisationRunner(runtime, ctx),
    async shop(name) {
      if (name === undefined || [shop.id, shop.domain, shop.address].includes(name))
        return { ctx: here, run: shopRunner(runtime, here, 'page') }
      throw new AppError('not_found', `Only ${shop.domain} is asked about here.`)
    },
  }
}

async function onlyShop(run: RunVerb<OrganisationVerbs>): Promise<string> {
  const shops = await run('shop.list')
  const [first, ...others] = shops
  if (!first) throw new AppError('not_found', 'This key sees no shop yet. Create one, or give the key its shops.')
  if (others.length === 0) return first.id
  const names = shops.slice(0, 20).map(({ domain }) => domain)
  throw new AppError('invalid_input', `This key sees several shops. Name one of them as “shop”: ${names.join(', ')}.`)
}

function endingWith(signal: AbortSignal, ctx: ConnectionContext): ConnectionContext {
  const { warehouse, facts } = ctx
  return {
    ...ctx,
    ...(facts && { facts: rememberedWhenDone(facts) }),
    warehouse: {
      ...warehouse,
      read: (query, row, options) => warehouse.read(query, row, { ...options, signal }),
      stream: (query, row, options) => warehouse.stream(query, row, { ...options, signal }),
    },
  }
}

/** How far the shop's sources have been read. */
export async function readSources({ ctx }: ToolShop): ReturnType<typeof loadSources> {
  return await loadSources({ ...ctx, reads: ctx.reads ?? createShopReads(ctx) })
}
