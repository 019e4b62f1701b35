import { Toast } from 'radix-ui'
import { CircleAlert, CircleCheck, X } from '../icons.ts'
import { directionOf, useLanguage, useText } from '../language/index.ts'
import { closeToast, type ToastMessage } from './basic/toast-list.ts'

const durationMs = 5000
const swipeThresholdPx = 50

/**
 * The open toasts at the bottom, towards the end of lines, newer ones above older ones that do not move; F8 focuses them,
 * swiping and Escape close.
 */
export function ToastStack({ messages }: { readonly messages: readonly ToastMessage[] }) {
  const t = useText()
  const swipe = directionOf(useLanguage()) === 'rtl' ? 'left' : 'right'
  return (
    <Toast.Provider
      duration={durationMs}
      label={t('shell.notice')}
      swipeDirection={swipe}
      swipeThreshold={swipeThresholdPx}
    >
      {messages.map((message) => (
        <ToastItem key={message.id} message={message} />
      ))}
      <Toast.Viewport
        className="fixed end-4 bottom-4 z-70 flex w-[calc(100%-2rem)] flex-col-reverse gap-4 outline-none max-lg:bottom-[calc(4.75rem+env(safe-area-inset-bottom))] sm:w-96 print:hidden"
        hotkey={['F8']}
        label={t('shell.notices')}
      />
    </Toast.Provider>
  )
}

function ToastItem({ message }: { readonly message: ToastMessage }) {
  const t = useText()
  const { action } = message
  const hasFailed = message.kind === 'failed'
  const Icon = hasFailed ? CircleAlert : CircleCheck
  return (
    <Toast.Root
      className="flex animate-[fade-in_150ms_ease-out] items-start gap-3 rounded-xl border border-line bg-raised p-3.5 shadow-raised data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[state=closed]:animate-[fade-out_150ms_ease-in_forwards] data-[swipe=cancel]:translate-x-0 data-[swipe=cancel]:transition-transform data-[swipe=end]:translate-x-(--radix-toast-swipe-end-x)"
      duration={hasFailed ? Number.POSITIVE_INFINITY : durationMs}
      onOpenChange={(isOpen) => {
        if (!isOpen) closeToast(message.id)
      }}
      open={message.isOpen}
      type={hasFailed ? 'foreground' : 'background'}
    >
      <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${hasFailed ? 'text-bad' : 'text-good'}`} />
      <Toast.Description className="line-clamp-2 flex-1 break-words">{message.text}</Toast.Description>
      {action && (
        <Toast.Action
          altText={t('shell.notice_action', { action: action.label })}
          className="touch-target -my-1 shrink-0 rounded-md px-2 py-1 font-medium text-accent hover:bg-hover"
          onClick={action.run}
        >
          {action.label}
        </Toast.Action>
      )}
      <Toast.Close
        aria-label={t('action.close')}
        className="touch-target -my-0.5 grid size-6 shrink-0 place-items-center rounded-md text-faint hover:bg-hover hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </Toast.Close>
    </Toast.Root>
  )
}
