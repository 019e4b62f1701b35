import { href, Link } from 'react-router'
import type { PlatformModel } from '../../blocks/ad-platforms/load-platforms.server.ts'
import { ArrowRight } from '../../icons.ts'
import { Badge, Card } from '../../ui/index.ts'

interface PlatformCardsProps {
  readonly platforms: readonly PlatformModel[]
  readonly domain: string
}

/** The ad platforms, each with its connection status and a link to tagging its ads. */
export function PlatformCards({ platforms, domain }: PlatformCardsProps) {
  return (
    <ul className="grid gap-4 md:grid-cols-3">
      {platforms.map(({ id, name, connection, stats }) => (
        <li key={id}>
          <Card aria-labelledby={`platform-${id}`} className="flex h-full flex-col p-4 sm:p-5">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold text-[15px]" id={`platform-${id}`}>
                {name}
              </h3>
              {connection === 'connected' ? <Badge tone="good">Connected</Badge> : <Badge>Not connected</Badge>}
            </div>
            {connection !== 'connected' && (
              <p className="mt-2 text-pretty text-[13px] text-soft">
                Not known: {stats.map(({ label }) => label.replace(/^[A-Z](?=[a-z])/, lower)).join(', ')}.
              </p>
            )}
            <p className="mt-auto flex flex-wrap gap-x-5 gap-y-1 pt-3 font-medium text-[13px]">
              <Link
                className="touch-target inline-flex items-center gap-1.5 rounded text-accent hover:underline"
                to={href('/shop/:domain/tracking/:platform', { domain, platform: id })}
              >
                Tag its ads <ArrowRight aria-hidden className="size-3.5 rtl:-scale-x-100" />
              </Link>
              {connection !== 'impossible' && (
                <Link
                  className="touch-target inline-flex items-center rounded text-accent hover:underline"
                  to={href('/shop/:domain/integrations', { domain })}
                >
                  Connect
                </Link>
              )}
            </p>
          </Card>
        </li>
      ))}
    </ul>
  )
}

function lower(letter: string): string {
  return letter.toLowerCase()
}
