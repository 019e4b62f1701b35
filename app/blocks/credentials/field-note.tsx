interface FieldNoteProps {
  readonly id: string
  readonly kind: 'error' | 'help'
  readonly children: string | undefined
}

/** A line below a field, named by `${id}-${kind}`. */
export function FieldNote({ id, kind, children }: FieldNoteProps) {
  if (!children) return null
  return (
    <p className={`mt-1.5 text-[13px] ${kind === 'error' ? 'text-bad' : 'text-faint'}`} id={`${id}-${kind}`}>
      {children}
    </p>
  )
}
