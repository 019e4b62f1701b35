import { toAdPlatformId } from '@tillsight/platforms'
import { href, Link } from 'react-router'
import { Plug } from '../../../icons.ts'
import { useText } from '../../../language/index.ts'
import type { SectionFrame } from '../arrange.ts'
import { useArranging } from './arranging.tsx'

/** Channels that are not connected: one simple card each, without invented figures. */
export function NotConnected({ sections }: { readonly sections: readonly SectionFrame[] }) {
  return (
    <div className="grid gap-3 md:grid-cols-[repeat(auto-fit,minmax(17rem,1fr))]">
      {sections.map((section) => (
        <ChannelCard key={section.id} section={section} />
      ))}
    </div>
  )
}

function ChannelCard({ section: { id, name, brings = '' } }: { readonly section: SectionFrame }) {
  const t = useText()
  const { view } = useArranging()
  const { domain } = view.shop
  const isTagged = toAdPlatformId(id) !== undefined
  const to = isTagged
    ? href('/shop/:domain/tracking/:platform', { domain, platform: id })
    : href('/shop/:domain/integrations', { domain })
  return (
    <section
      aria-labelledby={`section-${id}`}
      className="flex items-start gap-3 rounded-xl border border-line border-dashed px-4 py-3.5"
    >
      <Plug aria-hidden className="mt-0.5 size-4 shrink-0 text-faint" />
      <div className="min-w-0 flex-1">
        <h2 className="font-medium" id={`section-${id}`}>
          {t('summary.not_connected', { name })}
        </h2>
        <p className="mt-0.5 text-[13px] text-soft">{t('summary.would_bring', { stats: brings })}</p>
        <Link className="mt-1 inline-block rounded text-[13px] text-accent hover:underline" to={to}>
          {t('summary.needs')}
        </Link>
      </div>
    </section>
  )
}
