import type { Words } from '../../text.ts'

/** Saved views: a page's address with a name, in Arabic. */
export const views = {
  'views.menu': 'العروض',
  'views.edited': 'معدّل',
  'views.none': 'لا يوجد عرض محفوظ بعد. يحتفظ العرض بأيام هذه الصفحة ومقارنتها وعوامل تصفيتها.',
  'views.without': 'بدون عرض',
  'views.save': 'حفظ التغييرات',
  'views.save_as': 'حفظ كعرض جديد…',
  'views.dialog': 'حفظ هذا العرض',
  'views.save_current': 'حفظ هذا العرض…',
  'views.reset': 'تجاهل التغييرات',
  'views.name': 'الاسم',
  'views.name_hint': 'الاسم المستخدم مسبقًا يحل محل ذلك العرض.',
  'views.open_by_default': 'فتحه كلما جئت إلى هذه الصفحة',
  'views.is_default': 'يُفتح افتراضيًا',
  'views.make_default': 'فتح {name} افتراضيًا',
  'views.end_default': 'عدم فتح {name} افتراضيًا بعد الآن',
  'views.delete': 'حذف {name}',
  'views.deleted': 'حُذف «{name}».',
  'views.saved': 'حُفظ «{name}».',
  'views.failed': 'تعذر حفظ العرض: {reason}',
} as const satisfies Words
