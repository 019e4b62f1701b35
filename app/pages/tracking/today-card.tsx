import { platformFaces } from '@tillsight/platforms'
import { Fragment, type ReactNode } from 'react'
import { href, Link } from 'react-router'
import { CircleCheck, CircleDashed } from '../../icons.ts'
import { ServerText } from '../../language/index.ts'
import { Card } from '../../ui/index.ts'
import { useWords } from './words.ts'

const platforms = platformFaces.filter(({ kind }) => kind === 'ads')

interface TodayCardProps {
  readonly domain: string
  readonly store: string
  /** Where the store's own order attribution is switched on; undefined where it is always on. */
  readonly originNotes: string | undefined
  /** The store recorded a source for at least one order of the period. */
  readonly isRecording: boolean
}

/** Ways to get better data about visits and orders, besides the script. */
export function TodayCard({ domain, store, originNotes, isRecording }: TodayCardProps) {
  const t = useWords()
  const link = 'underline decoration-line underline-offset-3 hover:decoration-current'
  return (
    <Card aria-labelledby="today-heading" className="p-4 sm:p-5">
      <h2 className="font-semibold text-[15px]" id="today-heading">
        {t('today.title')}
      </h2>
      <p className="mt-1 text-pretty text-[13px] text-faint">{t('today.about')}</p>
      <ol className="mt-4 grid gap-3 text-[13px]">
        <Step isDone={isRecording} title={t('today.record', { store })}>
          {isRecording ? (
            t('today.recording')
          ) : originNotes === undefined ? (
            t('today.recordLater')
          ) : (
            <ServerText>{originNotes}</ServerText>
          )}
        </Step>
        <Step isDone={undefined} title={t('today.tag')}>
          {t('today.tagText')}{' '}
          {platforms.map(({ id, name }, index) => (
            <Fragment key={id}>
              {index === 0 ? '' : ' · '}
              <Link className={link} to={href('/shop/:domain/tracking/:platform', { domain, platform: id })}>
                {name}
              </Link>
            </Fragment>
          ))}
        </Step>
        <Step isDone={undefined} title={t('today.check')}>
          {t('today.checkText')}
        </Step>
      </ol>
    </Card>
  )
}

interface StepProps {
  /** Undefined where it cannot be detected. */
  readonly isDone: boolean | undefined
  readonly title: string
  readonly children: ReactNode
}

function Step({ isDone, title, children }: StepProps) {
  const Icon = isDone ? CircleCheck : CircleDashed
  return (
    <li className="flex items-start gap-2.5">
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${isDone ? 'text-good' : 'text-faint'}`} />
      <span>
        <span className="block font-medium">{title}</span>
        <span className="text-soft">{children}</span>
      </span>
    </li>
  )
}
