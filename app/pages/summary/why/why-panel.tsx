import { Link } from 'react-router'
import { Delta } from '../../../charts/index.ts'
import { TriangleAlert } from '../../../icons.ts'
import { useText } from '../../../language/index.ts'
import { type SearchState, withSearch } from '../../../search/index.ts'
import { Skeleton } from '../../../ui/index.ts'
import { Formula } from '../formula.tsx'
import type { WhyModel } from './model.ts'

interface WhyPanelProps {
  readonly why: WhyModel
  readonly state: SearchState
}

/** Explains a figure: its meaning, its terms, what is counted, its basis and its caveats. */
export function WhyPanel({ why, state }: WhyPanelProps) {
  const t = useText()
  return (
    <div className="space-y-5">
      <div>
        <p className="font-semibold text-3xl tabular tracking-tight">{why.text}</p>
        {why.change && (
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-[13px]">
            <Delta change={why.change} than={why.than} />
            {why.before && (
              <span className="text-soft tabular">
                {t('widget.from', { before: why.before })}{' '}
                {why.than && <span className="text-faint">({why.than})</span>}
              </span>
            )}
          </p>
        )}
        <p className="mt-2 text-soft">{why.description}</p>
      </div>
      {why.caveats.length > 0 && (
        <section aria-label={t('why.caveats')} className="rounded-lg bg-warn-wash p-3.5 text-[13px]">
          <h3 className="flex items-center gap-1.5 font-semibold text-warn">
            <TriangleAlert aria-hidden className="size-4" /> {t('why.caveats')}
          </h3>
          <Sentences texts={why.caveats} />
        </section>
      )}
      <section className="rounded-lg bg-sunken p-3.5">
        <h3 className="mb-1.5 font-semibold text-[13px]">{t('why.formula')}</h3>
        <Formula
          formula={why.formula}
          label={why.label}
          openTerm={(key) => withSearch(state, { open: key })}
          terms={why.terms}
          text={why.text}
        />
        {why.terms.length > 0 && <p className="mt-2 text-faint text-xs">{why.formula}</p>}
      </section>
      <div className="grid gap-5 sm:grid-cols-2">
        <section className="text-[13px]">
          <h3 className="font-semibold">{t('why.counts')}</h3>
          <Sentences texts={why.counting} />
        </section>
        <section className="text-[13px]">
          <h3 className="font-semibold">{t('why.basis')}</h3>
          <Sentences texts={why.basis} />
        </section>
      </div>
      <Moves why={why} />
    </div>
  )
}

/** Changes of past days in the range, with links to verify them. */
function Moves({ why: { moved, allMoves, besideStore } }: Pick<WhyPanelProps, 'why'>) {
  const t = useText()
  return (
    <section className="text-[13px]">
      {moved.length > 0 && (
        <>
          <h3 className="font-semibold">{t('why.moved')}</h3>
          <ul className="mt-1.5 list-disc space-y-1 ps-4 text-soft marker:text-faint">
            {moved.map(({ id, text, open }) => (
              <li key={id}>
                {open === null ? (
                  text
                ) : (
                  <Link className="rounded hover:underline" preventScrollReset to={{ search: open }}>
                    {text}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
        {allMoves !== null && (
          <Link className="rounded text-accent hover:underline" to={allMoves}>
            {t('why.moved_all')}
          </Link>
        )}
        {besideStore !== null && (
          <Link className="rounded text-accent hover:underline" to={besideStore}>
            {t('why.beside_store')}
          </Link>
        )}
      </p>
    </section>
  )
}

function Sentences({ texts }: { readonly texts: readonly string[] }) {
  return (
    <ul className="mt-1.5 list-disc space-y-1 ps-4 text-soft marker:text-faint">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  )
}

/** Placeholder of an explanation that is loading. */
export function WhySkeleton() {
  return (
    <div className="space-y-4">
      <Skeleton className="h-9 w-40" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-28 w-full" />
      <Skeleton className="h-32 w-full" />
    </div>
  )
}
