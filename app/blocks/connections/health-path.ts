import { href } from 'react-router'
import type { HealthView } from '../../services.ts'

/** The page where an issue with a shop's data can be fixed or is explained. */
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

/** Address of the page about orders sent to a platform; to all platforms where none is named. */
function sendingPath(domain: string, platform: string | undefined): string {
  return platform === undefined
    ? href('/shop/:domain/tracking', { domain })
    : `${href('/shop/:domain/tracking/:platform', { domain, platform })}#orders`
}

function summaryPath(domain: string, { order, day }: Pick<HealthView['place'], 'order' | 'day'>): string {
  const query = new URLSearchParams({
    ...(day === undefined ? {} : { from: day, to: day }),
    ...(order === undefined ? {} : { open: 'orders', order }),
  })
  return `${href('/shop/:domain', { domain })}${query.size === 0 ? '' : `?${query}`}`
}
