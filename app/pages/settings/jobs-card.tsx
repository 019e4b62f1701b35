import { CircleCheck } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { Card, Meter, Notice } from '../../ui/index.ts'
import type { JobModel } from './model.ts'

const askEveryMs = 2_000

/** Work that lets past figures follow the settings; keeps itself current while it goes on and somebody looks. */
export function JobsCard({ jobs }: { readonly jobs: readonly JobModel[] }) {
  const going = jobs.filter(({ state }) => state !== 'failed')
  const hasEnded = useLive(going.length > 0) && going.length === 0
  return (
    <div aria-live="polite" className="grid gap-3 empty:hidden">
      {jobs.map((job) =>
        job.state === 'failed' ? (
          <Notice key={job.id} severity="serious">
            {job.text} Past figures do not follow the last change yet. Change a setting again to have another try.
          </Notice>
        ) : (
          <Card aria-label={job.label} className="px-5 py-4" key={job.id}>
            <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
              <h2 className="font-semibold">{job.label}</h2>
              <p className="text-[13px] text-faint tabular">{job.text}</p>
            </div>
            <Meter done={job.done} label={job.label} total={job.total} />
            <p className="mt-2 text-[13px] text-soft">You can leave this page; it goes on by itself.</p>
          </Card>
        ),
      )}
      {hasEnded && jobs.length === 0 && (
        <p className="flex items-start gap-2.5 rounded-lg bg-good-wash px-3.5 py-2.5 text-[13px]">
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-good" />
          All past figures follow the settings now.
        </p>
      )}
    </div>
  )
}

/** Asks again and again while something goes on; answers whether something has gone on since the page was opened. */
function useLive(isGoing: boolean): boolean {
  const { revalidate } = useRevalidator()
  const [wasGoing, setWasGoing] = useState(isGoing)
  if (isGoing && !wasGoing) setWasGoing(true)
  useEffect(() => {
    if (!isGoing) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate()
    }, askEveryMs)
    return () => clearInterval(timer)
  }, [isGoing, revalidate])
  return wasGoing
}
