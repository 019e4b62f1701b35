import type { CardModel, Fact, GapModel, NoteModel } from '../../blocks/connections/model.ts'
import { ChevronRight, Info, TriangleAlert } from '../../icons.ts'
import { ServerText } from '../../language/index.ts'
import { useWords } from './words.ts'

/** Details of a connection, for those who want to know exactly. */
export function ConnectionDetails({ card }: { readonly card: CardModel }) {
  const t = useWords()
  return (
    <details className="group border-line border-t">
      <summary className="touch-target flex cursor-pointer list-none items-center gap-1.5 rounded-sm px-4 py-3 font-medium text-[13px] text-soft hover:text-ink sm:px-5">
        <ChevronRight
          aria-hidden
          className="size-3.5 transition-transform group-open:rotate-90 rtl:-scale-x-100 rtl:group-open:rotate-90"
        />
        {t('detail.title')}
        <span className="font-normal text-faint max-sm:hidden">
          {t(card.kind === 'store' ? 'detail.store' : 'detail.ads')}
        </span>
      </summary>
      <div className="grid gap-5 px-4 pb-5 text-[13px] sm:px-5">
        {card.streams.map(({ id, label }) => (
          <Group facts={card.marks[id] ?? []} key={id} title={label} />
        ))}
        {card.kind === 'store' && (
          <Group facts={card.updates.facts} text={card.updates.text} title={t('detail.updates')} />
        )}
        <Group facts={card.facts} title={t('detail.account')} />
      </div>
    </details>
  )
}

interface GroupProps {
  readonly title: string
  readonly text?: string
  readonly facts: readonly Fact[]
}

function Group({ title, text, facts }: GroupProps) {
  return (
    <section>
      <h4 className="font-medium">{title}</h4>
      {text && <p className="mt-0.5 max-w-prose text-soft">{text}</p>}
      {facts.length > 0 && (
        <dl className="mt-1.5 grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-4">
          {facts.map(({ name, value, title: exact }) => (
            <div className="min-w-0" key={name}>
              <dt className="text-faint">{name}</dt>
              <dd className="break-words" title={exact}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

interface GapsProps {
  readonly gaps: readonly GapModel[]
  readonly notes: readonly NoteModel[]
}

/** Missing data of the account: its effect on figures, and who can change it where. Then other notes. */
export function Gaps({ gaps, notes }: GapsProps) {
  const t = useWords()
  if (gaps.length === 0 && notes.length === 0) return null
  return (
    <section aria-label={t('gap.title')} className="border-line border-t px-4 py-4 sm:px-5">
      {gaps.length > 0 && (
        <>
          <h4 className="font-medium text-[13px]">{t('gap.title')}</h4>
          <ul className="mt-2 grid gap-2.5">
            {gaps.map((gap) => (
              <li key={gap.what}>
                <Gap gap={gap} />
              </li>
            ))}
          </ul>
        </>
      )}
      {notes.length > 0 && (
        <>
          <h4 className={`font-medium text-[13px] ${gaps.length > 0 ? 'mt-4' : ''}`}>{t('gap.notes')}</h4>
          <ul className="mt-2 grid gap-2 text-[13px] text-soft">
            {notes.map(({ message, severity }) => (
              <li className="flex items-start gap-2" key={message}>
                <Mark severity={severity} />
                <ServerText>{message}</ServerText>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Gap({ gap: { what, cost, where, who, isOwn } }: { readonly gap: GapModel }) {
  const t = useWords()
  const say = (text: string) => (isOwn ? text : <ServerText>{text}</ServerText>)
  return (
    <details className="group rounded-lg border border-line px-3.5 py-2.5 text-[13px]">
      <summary className="touch-target flex cursor-pointer list-none flex-wrap items-baseline gap-x-3 rounded-sm">
        <span className="font-medium">{say(what)}</span>
        <span className="min-w-0 flex-1 basis-64 text-soft">{say(cost)}</span>
        <span className="text-soft underline underline-offset-3 group-open:no-underline">{t('gap.grant')}</span>
      </summary>
      <dl className="mt-2.5 grid gap-x-4 gap-y-1.5 sm:grid-cols-[5rem_minmax(0,1fr)]">
        <dt className="text-faint">{t('gap.who')}</dt>
        <dd>{say(who)}</dd>
        <dt className="text-faint">{t('gap.where')}</dt>
        <dd>{say(where)}</dd>
      </dl>
    </details>
  )
}

function Mark({ severity }: Pick<NoteModel, 'severity'>) {
  if (severity === 'info') return <Info aria-hidden className="mt-0.5 size-3.5 shrink-0 text-faint" />
  return (
    <TriangleAlert
      aria-hidden
      className={`mt-0.5 size-3.5 shrink-0 ${severity === 'serious' ? 'text-bad' : 'text-warn'}`}
    />
  )
}
