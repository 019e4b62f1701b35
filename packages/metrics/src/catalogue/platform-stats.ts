import { adPlatforms } from '@tillsight/platforms'
import type { MetricDefinition } from './definition.ts'
import { adSum, reached } from './rows.ts'

type AdPlatform = (typeof adPlatforms)[number]

function sumOf({ id }: AdPlatform, column: string) {
  return adSum(column, `platform = '${id}'`, id)
}

/** Spend is what the platform billed; conversions are what it reports about itself. */
function statsOf(platform: AdPlatform): readonly MetricDefinition[] {
  const { id, name, click, stats } = platform
  const clicks = click.counted
  return [
    {
      id: `${id}.spend`,
      label: `${name} spend`,
      description: `What ads cost, as billed by ${name}, in the days of the ad account.`,
      formula: `Σ spend that ${name} reports`,
      unit: 'money',
      better: 'lower',
      value: sumOf(platform, 'spend'),
    },
    {
      id: `${id}.conversions`,
      label: `${name} conversions`,
      description: `Purchases reported by ${name}, dated to the ad. Others can count the same order.`,
      formula: `Σ purchases that ${name} reports for its ads`,
      unit: 'count',
      better: 'higher',
      value: sumOf(platform, 'purchases'),
    },
    {
      id: `${id}.cpa`,
      label: `${name} CPA`,
      description: `Spend per purchase reported by ${name}; no value without a purchase.`,
      formula: `${name} spend ÷ ${name} conversions`,
      unit: 'money',
      better: 'lower',
      value: { divide: [`${id}.spend`, `${id}.conversions`] },
    },
    {
      id: `${id}.cpc`,
      label: `${name} CPC`,
      description: `Spend for each ${click.name} counted by ${name}; no value without a click.`,
      formula: `${name} spend ÷ ${name} ${clicks === 'clicks' ? 'clicks' : 'link clicks'}`,
      unit: 'money',
      better: 'lower',
      value: { divide: [`${id}.spend`, `${id}.clicks`] },
    },
    {
      id: `${id}.roas`,
      label: `${name} ROAS`,
      description: `Purchase value reported by ${name} per unit of spend; your store’s orders can say less.`,
      formula: `${name} conversion value ÷ ${name} spend, the same in every currency`,
      unit: 'ratio',
      better: 'higher',
      value: { divide: [`${id}.conversionValue`, `${id}.spend`], unconverted: true },
    },
    {
      id: `${id}.impressions`,
      label: `${name} impressions`,
      description: `Times that an ad was on a screen, as counted by ${name}.`,
      formula: `Σ impressions that ${name} reports`,
      unit: 'count',
      better: 'higher',
      value: sumOf(platform, 'impressions'),
    },
    {
      id: `${id}.clicks`,
      label: clicks === 'clicks' ? `${name} clicks` : `${name} link clicks`,
      description: `Each ${click.name} on an ad, as counted by ${name}.`,
      formula: `Σ ${clicks === 'clicks' ? 'clicks' : 'link clicks'} that ${name} reports`,
      unit: 'count',
      better: 'higher',
      value: sumOf(platform, clicks),
    },
    {
      id: `${id}.conversionValue`,
      label: `${name} conversion value`,
      description: `Purchase value reported by ${name}, dated to the ad. Others can count the same order.`,
      formula: `Σ purchase value that ${name} reports for its ads`,
      unit: 'money',
      better: 'higher',
      value: sumOf(platform, 'purchase_value'),
    },
    ...(stats.includes('reach') ? [reachOf(platform)] : []),
    ...(stats.includes('views') ? [viewsOf(platform)] : []),
  ]
}

function reachOf({ id, name }: AdPlatform): MetricDefinition {
  return {
    id: `${id}.reach`,
    label: `${name} reach`,
    description: `People who saw an ad, each counted once by ${name}; days and campaigns never add up to it.`,
    formula: `As ${name} reports it for exactly these days; the sum of several accounts`,
    unit: 'count',
    better: 'higher',
    value: reached(id),
  }
}

function viewsOf(platform: AdPlatform): MetricDefinition {
  const { id, name } = platform
  return {
    id: `${id}.views`,
    label: `${name} views`,
    description: `Times that playback of a video ad started, as counted by ${name}; replays are not counted.`,
    formula: `Σ video views that ${name} reports`,
    unit: 'count',
    better: 'higher',
    value: sumOf(platform, 'views'),
  }
}

/** Figures that each ad platform reports about its own ads (metrics.md §4): `platform.spend`. */
export const platformStats: readonly MetricDefinition[] = adPlatforms.flatMap(statsOf)
