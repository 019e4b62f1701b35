import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast } from 'radix-ui'
import { closeToast, type ToastMessage } from './toast-list.ts'

const durationMs = 5000

/** The open toasts, bottom right; F8 goes there, swiping and Escape close. */
export function ToastStack({ messages }: { readonly messages: readonly ToastMessage[] }) {
  return (
    <Toast.Provider duration={durationMs} swipeDirection="right" swipeThreshold={50}>
      {messages.map((message) => (
        <ToastItem key={message.id} message={message} />
      ))}
      <Toast.Viewport
        className="fixed right-4 bottom-4 z-70 flex w-[calc(100vw-2rem)] flex-col gap-4 outline-none sm:w-96"
        hotkey={['F8']}
      />
    </Toast.Provider>
  )
}

function ToastItem({ message }: { readonly message: ToastMessage }) {
  const hasFailed = message.kind === 'failed'
  const Icon = hasFailed ? CircleAlert : CircleCheck
  return (
    <Toast.Root
      className="flex animate-[toast-in_150ms_ease-out] items-start gap-3 rounded-xl border border-line bg-raised p-3.5 shadow-raised data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x)"
      type={hasFailed ? 'foreground' : 'background'}
      duration={hasFailed ? Number.POSITIVE_INFINITY : durationMs}
      onOpenChange={(isOpen) => {
        if (!isOpen) closeToast(message.id)
      }}
      open
    >
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${hasFailed ? 'text-bad' : 'text-good'}`} />
      <Toast.Description className="line-clamp-2 flex-1">{message.text}</Toast.Description>
      <Toast.Close
        aria-label="Close"
        className="grid size-6 place-items-center rounded-md text-faint hover:bg-hover hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </Toast.Close>
    </Toast.Root>
  )
}
