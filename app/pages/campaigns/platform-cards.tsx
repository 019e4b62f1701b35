import { href, Link } from 'react-router'
import type { PlatformModel } from '../../blocks/ad-platforms/load-platforms.server.ts'
import { ArrowRight } from '../../icons.ts'
import { inSentence, Tagged, useLanguage } from '../../language/index.ts'
import { Badge, Card } from '../../ui/index.ts'
import { useWords } from './words.ts'

interface PlatformCardsProps {
  readonly platforms: readonly PlatformModel[]
  readonly domain: string
}

/** The ways to ad data: platforms to connect, and spend that is entered by hand. */
export function Platforms({ platforms, domain }: PlatformCardsProps) {
  const say = useWords()
  return (
    <section aria-labelledby="platforms-heading">
      <h2 className="mb-3 font-semibold text-[15px]" id="platforms-heading">
        {say('platforms.title')}
      </h2>
      <PlatformCards domain={domain} platforms={platforms} />
      <p className="mt-3 text-[13px] text-soft">
        <Tagged
          tags={{
            spend: (content) => (
              <Link
                className="rounded text-accent underline underline-offset-3"
                to={href('/shop/:domain/campaigns/spend', { domain })}
              >
                {content}
              </Link>
            ),
          }}
          text={say('platforms.custom')}
        />
      </p>
    </section>
  )
}

/** The ad platforms, each with its connection status and a link to tagging its ads. */
function PlatformCards({ platforms, domain }: PlatformCardsProps) {
  const say = useWords()
  const language = useLanguage()
  const list = new Intl.ListFormat(language, { type: 'unit' })
  return (
    <ul className="grid gap-4 md:grid-cols-3">
      {platforms.map(({ id, name, connection, stats }) => (
        <li key={id}>
          <Card aria-labelledby={`platform-${id}`} className="flex h-full flex-col p-4 sm:p-5">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h3 className="font-semibold text-[15px]" id={`platform-${id}`}>
                {name}
              </h3>
              {connection === 'connected' ? (
                <Badge tone="good">{say('platform.connected')}</Badge>
              ) : (
                <Badge>{say('platform.not_connected')}</Badge>
              )}
            </div>
            {connection !== 'connected' && (
              <p className="mt-2 text-pretty text-[13px] text-soft" suppressHydrationWarning>
                {say('platform.unknown', {
                  stats: list.format(stats.map(({ label }) => inSentence(label, language))),
                })}
              </p>
            )}
            <p className="mt-auto flex flex-wrap gap-x-5 gap-y-1 pt-3 font-medium text-[13px]">
              <Link
                className="touch-target inline-flex items-center gap-1.5 rounded text-accent hover:underline"
                to={href('/shop/:domain/tracking/:platform', { domain, platform: id })}
              >
                {say('platform.tag')} <ArrowRight aria-hidden className="size-3.5 rtl:-scale-x-100" />
              </Link>
              {connection !== 'impossible' && (
                <Link
                  className="touch-target inline-flex items-center rounded text-accent hover:underline"
                  to={href('/shop/:domain/integrations', { domain })}
                >
                  {say('platform.connect')}
                </Link>
              )}
            </p>
          </Card>
        </li>
      ))}
    </ul>
  )
}
