import type { AdAccount } from '../ad-records.ts'
import type { Api } from './api.ts'
import type { ReportLevel } from './levels.ts'
import type { ReportRow } from './report.ts'
import { countOf, isRow, rowsOf, textOf } from './values.ts'

/** The campaign and ad group of an ad or ad group. */
export interface Place {
  readonly campaignId: string
  readonly adSetId: string
}

/** Finds the parent ids of rows: in the row itself, or in the list of entities if a report lacks them. */
export class Places {
  readonly #api: Api
  readonly #account: Pick<AdAccount, 'id' | 'name'>
  readonly #known = new Map<ReportLevel, ReadonlyMap<string, Place>>()

  constructor(api: Api, account: Pick<AdAccount, 'id' | 'name'>) {
    this.#api = api
    this.#account = account
  }

  /** Undefined if neither the row nor the list contains them. */
  async of(row: ReportRow, level: 'AUCTION_ADGROUP' | 'AUCTION_AD'): Promise<Place | undefined> {
    const campaignId = idIn(row.metrics.campaign_id)
    const adSetId = level === 'AUCTION_ADGROUP' ? row.id : idIn(row.metrics.adgroup_id)
    if (campaignId !== '' && adSetId !== '') return { campaignId, adSetId }
    const known = this.#known.get(level) ?? (await this.#list(level))
    this.#known.set(level, known)
    return known.get(row.id)
  }

  async #list(level: 'AUCTION_ADGROUP' | 'AUCTION_AD'): Promise<ReadonlyMap<string, Place>> {
    const isAd = level === 'AUCTION_AD'
    const places = new Map<string, Place>()
    for (let page = 1, last = 1; page <= last; page += 1) {
      const data = await this.#api.ask({
        what: isAd ? 'ads' : 'ad groups',
        path: isAd ? 'ad/get/' : 'adgroup/get/',
        query: {
          advertiser_id: this.#account.id,
          fields: [...(isAd ? ['ad_id'] : []), 'adgroup_id', 'campaign_id'],
          filtering: { secondary_status: isAd ? 'AD_STATUS_ALL' : 'ADGROUP_STATUS_ALL' },
          page: String(page),
          page_size: '1000',
        },
        advertiser: this.#account,
      })
      last = countOf(isRow(data.page_info) ? data.page_info.total_page : 1)
      for (const row of rowsOf(data.list)) {
        const place = { campaignId: textOf(row.campaign_id), adSetId: textOf(row.adgroup_id) }
        places.set(isAd ? textOf(row.ad_id) : place.adSetId, place)
      }
    }
    return places
  }
}

function idIn(value: unknown): string {
  const text = textOf(value)
  return /^\d+$/.test(text) ? text : ''
}
