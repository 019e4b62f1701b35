import { href } from 'react-router'
import type { HealthView } from './services.ts'

/** The page where something about a shop's data is mended or explained. */
export function healthPath(domain: string, { page, connection, order, platform, day }: HealthView['place']): string {
  switch (page) {
    case 'connections': {
      const to = href('/shop/:domain/integrations', { domain })
      return connection === undefined ? to : `${to}#c-${connection}`
    }
    case 'reconciliation':
      return href('/shop/:domain/integrations/reconciliation', { domain })
    case 'imports':
      return href('/shop/:domain/integrations/imports', { domain })
    case 'goods':
      return href('/shop/:domain/costs/goods', { domain })
    case 'basics':
      return `${href('/shop/:domain/setup/done', { domain })}#basics`
    case 'privacy':
      return href('/shop/:domain/settings/privacy', { domain })
    case 'currencies':
      return href('/shop/:domain/settings/currencies', { domain })
    case 'sending':
      return sendingPath(domain, platform)
    case 'summary':
    case 'order':
      return summaryPath(domain, { order, day })
  }
}

/** Where a platform is told of orders; all platforms where it is not one of these. */
function sendingPath(domain: string, platform: string | undefined): string {
  switch (platform) {
    case 'metaads':
      return `${href('/shop/:domain/tracking/metaads', { domain })}#orders`
    case 'tiktokads':
      return `${href('/shop/:domain/tracking/tiktokads', { domain })}#orders`
    case 'googleads':
      return `${href('/shop/:domain/tracking/googleads', { domain })}#orders`
    default:
      return href('/shop/:domain/tracking', { domain })
  }
}

function summaryPath(domain: string, { order, day }: Pick<HealthView['place'], 'order' | 'day'>): string {
  const query = new URLSearchParams({
    ...(day === undefined ? {} : { from: day, to: day }),
    ...(order === undefined ? {} : { open: 'orders', order }),
  })
  return `${href('/shop/:domain', { domain })}${query.size === 0 ? '' : `?${query}`}`
}
