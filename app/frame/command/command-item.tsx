import { Command as Menu } from 'cmdk'
import type { Command } from './commands.ts'

interface CommandItemProps {
  readonly command: Command
  readonly choose: (command: Command) => void
  /** It stands in its group as well. */
  readonly isRecent?: boolean
}

/** A line of the menu: what it is, where it belongs, and the keys that do the same. */
export function CommandItem({ command, choose, isRecent = false }: CommandItemProps) {
  const { id, label, note, keys } = command
  return (
    <Menu.Item
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-3 py-1.5 data-[selected=true]:bg-hover pointer-coarse:min-h-11"
      keywords={[label, note ?? '']}
      onSelect={() => choose(command)}
      value={isRecent ? `recent:${id}` : id}
    >
      <span className="min-w-0 flex-1 truncate">{label}</span>
      {note && <span className="max-w-[45%] shrink-0 truncate text-faint text-xs">{note}</span>}
      {keys && (
        <span aria-hidden className="flex shrink-0 gap-1 pointer-coarse:hidden" dir="ltr">
          {keys.split(' ').map((key) => (
            <kbd className="rounded border border-line px-1 text-faint text-xs" key={key}>
              {key}
            </kbd>
          ))}
        </span>
      )}
    </Menu.Item>
  )
}
