import type { Words } from '../../text.ts'

/** What happens by itself: new figures, new versions, a lost network, in Arabic. */
export const live = {
  'live.offer': 'طلبات جديدة – تحديث',
  'live.updated': 'تم تحديث الأرقام',
  'update.ready': 'إصدار جديد جاهز',
  'update.reload': 'إعادة التحميل',
  'offline.notice': 'أنت غير متصل. تبقى أرقام هذه الصفحة كما هي حتى تعود.',
} as const satisfies Words
