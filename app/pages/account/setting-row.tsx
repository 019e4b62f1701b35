import type { ReactNode } from 'react'

interface SettingRowProps {
  readonly name: ReactNode
  readonly children?: ReactNode
  /** What can be done, on the right. */
  readonly action?: ReactNode
}

/** One setting as it is now. */
export function SettingRow({ name, children, action }: SettingRowProps) {
  return (
    <li className="flex items-start justify-between gap-x-4 gap-y-2 px-4 py-3.5 sm:px-5">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">{name}</p>
        {children && <div className="mt-0.5 break-words text-[13px] text-soft">{children}</div>}
      </div>
      {action && <div className="shrink-0">{action}</div>}
    </li>
  )
}
