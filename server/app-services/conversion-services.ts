import { AppError } from '@tillsight/core'
import {
  type ConnectionContext,
  type ConversionEntry,
  type ConversionState,
  getConversions,
  listConversionDestinations,
  listConversions,
  permissionsOf,
  resendConversions,
  run,
  saveConversionSetup,
  switchConversions,
  tryConversions,
} from '@tillsight/domain'
import type { ConversionServices, TypedConversionSetup } from '../../app/conversions.ts'

/** Telling ad platforms of orders, bound to the context's actor. */
export function createConversionServices(ctx: ConnectionContext): ConversionServices {
  return {
    mayTellPlatforms: permissionsOf(ctx.actor).includes('tracking:write'),
    conversions: (platform) => run(getConversions, ctx, { platform }),
    conversionLog: (platform, { states, skip, most }) =>
      run(listConversions, ctx, { platform, states: [...states], skip, most }),
    wholeConversionLog: (platform, states) => readWholeLog(ctx, { platform, states: [...states] }),
    conversionDestinations: (platform) => run(listConversionDestinations, ctx, { platform }),
    async saveConversions(platform, typed) {
      await run(saveConversionSetup, ctx, { platform, ...toChoices(typed) })
    },
    async switchConversions(platform, enabled) {
      await run(switchConversions, ctx, { platform, enabled })
    },
    tryConversions: (platform, code) => run(tryConversions, ctx, { platform, code }),
    resendConversions: async (platform, order) =>
      (await run(resendConversions, ctx, { platform, ...(order === undefined ? {} : { order }) })).queued,
  }
}

const perPage = 1_000

/** Page after page; what is placed meanwhile moves an order to the next page, where it is not taken twice. */
async function readWholeLog(
  ctx: ConnectionContext,
  wish: { readonly platform: string; readonly states: ConversionState[] },
): Promise<readonly ConversionEntry[]> {
  const found = new Map<string, ConversionEntry>()
  for (let skip = 0; ; skip += perPage) {
    const { entries } = await run(listConversions, ctx, { ...wish, skip, most: perPage })
    for (const entry of entries) found.set(entry.order, entry)
    if (entries.length < perPage) return [...found.values()]
  }
}

const choices = {
  consent: ['visitor', 'elsewhere'],
  value: ['orderRevenue', 'goods'],
  itemId: ['variant', 'product', 'sku'],
} as const

/** Radios that nobody touched come as nothing: that is told beside them. */
function toChoices({ token: accessToken, ...typed }: TypedConversionSetup) {
  return {
    ...typed,
    accessToken,
    consent: oneOf('consent', typed.consent),
    value: oneOf('value', typed.value),
    itemId: oneOf('itemId', typed.itemId),
  }
}

function oneOf<K extends keyof typeof choices>(name: K, typed: string): (typeof choices)[K][number] {
  const found = choices[name].find((choice) => choice === typed)
  if (found !== undefined) return found
  const message = 'Choose one of these.'
  throw new AppError('invalid_input', message, { details: { [name]: message } })
}
