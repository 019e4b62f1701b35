import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server'
import { isAppError } from '@tillsight/core'
import type { Permission } from '@tillsight/domain'
import { describeCatalogue } from '@tillsight/metrics'
import { cleanText } from '../../assistants/clean.ts'
import type { Caller } from '../../assistants/shops.ts'

const mimeType = 'application/json'
const description = 'Metrics and dimensions with their definitions, in the terms of the shop.'

/** The catalogue of a shop, as a document. */
export const metricsResource: { readonly needs: Permission; readonly listed: ResourceTemplateType } = {
  needs: 'metrics:read',
  listed: { name: 'metrics', title: 'Metrics', uriTemplate: 'tillsight://{shop}/metrics', description, mimeType },
}

/** The document of each shop that the caller sees. */
export async function listResources(caller: Caller): Promise<Resource[]> {
  const shops = await (await caller.organisation())('shop.list')
  return shops.map(({ domain, name }) => ({
    uri: `tillsight://${domain}/metrics`,
    name: 'metrics',
    title: `Metrics of ${cleanText(name)}`,
    description,
    mimeType,
  }))
}

/** The document of an address; undefined where there is none for the caller. */
export async function readResource(
  caller: Caller,
  uri: string,
): Promise<ReadResourceResult['contents'][number] | undefined> {
  const [, named] = /^tillsight:\/\/([^/?#]+)\/metrics$/.exec(uri) ?? []
  if (named === undefined) return undefined
  try {
    const { ctx } = await caller.shop(decodeURIComponent(named))
    const { metrics, dimensions } = describeCatalogue(ctx.shop.settings.ratioBasis)
    const text = JSON.stringify({
      metrics: metrics.map(({ key, label, description: definition, formula, unit, better }) => ({
        key,
        label,
        definition,
        formula,
        unit,
        better,
      })),
      dimensions: dimensions.map(({ key, label, description: definition, values }) => ({
        key,
        label,
        definition,
        values,
      })),
    })
    return { uri, mimeType, text }
  } catch (error) {
    if (error instanceof URIError || (isAppError(error) && error.code === 'not_found')) return undefined
    throw error
  }
}
