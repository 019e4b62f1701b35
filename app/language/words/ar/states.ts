import type { Words } from '../../text.ts'

/** What stands where there are no figures, and what the page is limited to, in Arabic. */
export const states = {
  'empty.unconnected': 'لا يوجد متجر متصل بعد',
  'empty.unconnected_hint': 'ستظهر هنا المبيعات والطلبات والعملاء. اربط متجر {domain} وتظهر أول الأرقام خلال دقائق.',
  'empty.connect': 'ربط المتجر',
  'empty.filtered': 'لا شيء يطابق عوامل التصفية هذه',
  'empty.filtered_hint': 'لا توجد في هذه الفترة طلبات تستوفيها كلها.',
  'empty.clear': 'مسح عوامل التصفية',
  'empty.importing': 'أول الأرقام في الطريق',
  'empty.importing_hint': 'تصل أحدث الطلبات أولًا. تمتلئ هذه الصفحة بينما يصل باقي السجل.',
  'empty.no_orders': 'لا توجد طلبات في هذه الفترة',
  'empty.no_orders_hint': 'لم يُبَع ولم يُردَّ شيء في هذه الأيام. قد تُظهر فترة أوسع شيئًا.',
  'empty.first_year': 'عرض أول سنة من البيانات',
  'empty.all_time': 'عرض كل الفترات',
  'filter.list': 'عوامل التصفية',
  'filter.turn': 'عكس عامل التصفية',
  'filter.remove': 'إزالة عامل التصفية {name}',
  'filter.clear': 'مسح',
} as const satisfies Words
