import { connectorList } from '@tillsight/connectors'
import { z } from 'zod'
import { defineVerb } from '../context/index.ts'
import type { EntityRow } from './entity-rows.ts'
import { readEntities } from './known-entities.ts'
import { PlaceFacts } from './outputs.ts'
import { type AdPlaceKey, type PlaceLevel, parsePlace, placeLevels } from './place-key.ts'

/** The rows of one level of a table. */
const DescribePlacesInput = z.object({
  level: z.enum(placeLevels),
  keys: z.array(z.string().min(1).max(600)).max(1000),
})

/** How the campaigns, ad sets or ads of some rows are set up now; keys that make no sense are left out. */
export const describePlaces = defineVerb({
  name: 'campaigns.places',
  needs: 'metrics:read',
  access: 'read',
  input: DescribePlacesInput,
  output: z.array(PlaceFacts),
  async run(ctx, { level, keys }): Promise<PlaceFacts[]> {
    const asked = keys.flatMap((key) => {
      const place = parsePlace(level, key)
      return place ? [{ key, place }] : []
    })
    if (asked.length === 0) return []
    const find = await readEntities(
      ctx,
      asked.map(({ place }) => place),
    )
    return asked.map(({ key, place }) => toFacts(key, place, (at) => find(at, place)))
  },
})

function toFacts(key: string, place: AdPlaceKey, at: (level: PlaceLevel) => EntityRow | undefined): PlaceFacts {
  const own = at(place.level)
  return {
    ...(own ? setUpOf(own) : untold),
    key,
    level: place.level,
    campaignName: at('campaign')?.name ?? '',
    adSetName: place.level === 'campaign' ? '' : (at('ad_set')?.name ?? ''),
    managerUrl: managerUrlOf(place),
  }
}

type SetUp = Omit<PlaceFacts, 'key' | 'level' | 'campaignName' | 'adSetName' | 'managerUrl'>

/** What the platform has not told yet. */
const untold: SetUp = {
  name: '',
  statusText: '',
  kind: '',
  budget: null,
  startsOn: null,
  endsOn: null,
  landingUrl: null,
  urlTags: null,
  creative: null,
}

function setUpOf(row: EntityRow): SetUp {
  return {
    name: row.name,
    status: row.status || undefined,
    statusText: row.status_text,
    kind: row.kind,
    budget: toBudget(row),
    startsOn: toDay(row.starts_on),
    endsOn: toDay(row.ends_on),
    landingUrl: row.landing_url || null,
    urlTags: row.url_tags || null,
    creative: toCreative(row),
  }
}

function toBudget({ budget, budget_per: per, budget_shared_by: sharedBy }: EntityRow): PlaceFacts['budget'] {
  return per === 'none' ? null : { amount: budget, per, sharedBy: sharedBy || null }
}

function toCreative(row: EntityRow): PlaceFacts['creative'] {
  const { creative_id: id, title, text } = row
  if (id === '' && title === '' && text === '') return null
  return { id, title, text, isVideo: row.is_video === 1, hasPicture: row.has_picture === 1 }
}

/** Columns that are days hold the first day there is where they hold none. */
function toDay(text: string): string | null {
  return text === '1970-01-01' ? null : text
}

function managerUrlOf({ platform, ...place }: AdPlaceKey): string | null {
  return connectorList.find(({ id }) => id === platform)?.ads?.managerUrl(place) ?? null
}
