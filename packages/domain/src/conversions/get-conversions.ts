import { countConversionEvents, type Db, listConnections } from '@tillsight/database'
import { z } from 'zod'
import { type ConnectionContext, type ConnectionServices, openConnection } from '../connections/index.ts'
import { defineVerb } from '../context/index.ts'
import { measureHealth } from './measure-health.ts'
import { Conversions } from './outputs.ts'
import { loadTarget, type Target, toConversionSetup } from './setup.ts'

/** How telling a platform of orders is set up, and how it goes. */
export const getConversions = defineVerb({
  name: 'conversions.get',
  needs: 'metrics:read',
  access: 'read',
  input: z.object({ platform: z.string() }),
  output: Conversions,
  run: (ctx: ConnectionContext, { platform }) => describeConversions(ctx, platform),
})

/** The same without a verb around it, for what answers with it. */
export async function describeConversions(ctx: ConnectionContext, platform: string): Promise<Conversions> {
  const { queries, services, shop } = ctx
  const target = await loadTarget(queries, services, { shop: shop.id, platform })
  const [counts, health, lacks] = await Promise.all([
    countConversionEvents(queries, target),
    measureHealth(ctx, target),
    whatLacks(queries, services, target),
  ])
  return {
    ...wordsOf(target),
    platform,
    enabled: target.enabled,
    since: target.since?.toISOString() ?? null,
    setup: { ...target.setup, hasToken: target.token !== '' },
    isSetUp: target.setup.destination !== '',
    problem: target.problem,
    lacks: lacks ?? null,
    counts: { ...counts },
    health,
  }
}

function wordsOf({ connector, spec }: Target) {
  const { destination, token, eventNames, deduplication, corrections, correctionNote } = spec
  const { label, help, example } = destination
  return {
    label: connector.label,
    api: spec.api,
    documentation: spec.documentation,
    terms: {
      destination: { label, help, example },
      token: token ?? null,
      eventNames: [...eventNames],
      deduplication,
      corrects: corrections === 'restate',
      correctionNote,
      mostDays: spec.mostDays,
      trial: spec.trial,
      trialNote: spec.trialNote,
      keys: Object.fromEntries(Object.entries(spec.keys).map(([key, { label: words }]) => [key, words])),
      ownWord: spec.ownWord,
    },
  }
}

/** Why orders could not be sent as it is set up; asks nobody outside. */
export async function whatLacks(
  queries: Db,
  services: ConnectionServices,
  target: Target,
): Promise<string | undefined> {
  if (target.setup.destination === '') return 'It is not set up yet.'
  const row = (await listConnections(queries, target.shop)).find((one) => one.connector === target.platform)
  const settings = row && !row.paused ? openConnection(row, services).settings : {}
  return target.spec.lacks(settings, toConversionSetup(target))
}
