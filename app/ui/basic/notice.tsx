import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const looks = {
  info: { icon: Info, box: 'bg-accent-wash', mark: 'text-accent' },
  warning: { icon: TriangleAlert, box: 'bg-warn-wash', mark: 'text-warn' },
  serious: { icon: CircleAlert, box: 'bg-bad-wash', mark: 'text-bad' },
} as const

interface NoticeProps {
  readonly severity: keyof typeof looks
  readonly children: ReactNode
  readonly action?: ReactNode
}

/** One thing the reader should know before trusting the page. */
export function Notice({ severity, children, action }: NoticeProps) {
  const { icon: Icon, box, mark } = looks[severity]
  return (
    <div className={`flex items-start gap-2.5 rounded-lg px-3.5 py-2.5 text-[13px] ${box}`}>
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${mark}`} />
      <div className="min-w-0 flex-1">{children}</div>
      {action && <div className="shrink-0 font-medium">{action}</div>}
    </div>
  )
}
