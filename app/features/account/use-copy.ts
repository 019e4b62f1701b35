import { useEffect, useState } from 'react'

const flagMs = 1500

/** Copies a text and says so for a moment. */
export function useCopy(): { readonly isCopied: boolean; readonly copy: (text: string) => void } {
  const [isCopied, setIsCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setIsCopied(false), flagMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => setIsCopied(false),
    )
  return { isCopied, copy }
}
