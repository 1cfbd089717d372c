import type { ScheduleName, WeekInterval } from '#contract/business-hours.ts'
import { WeekEditor } from '#features/content/week-editor/week-editor.tsx'
import { useAt, useSectionForm } from './use-at.ts'

export function ScheduleEditor({ schedule }: { schedule: ScheduleName }) {
  const at = `schedules.${schedule}.week`
  const { value, error, set } = useAt<WeekInterval[]>(at)
  const { errors } = useSectionForm()
  return (
    <WeekEditor
      week={value}
      onChange={set}
      error={error}
      errorAt={(index) => errors[`${at}.${index}.opens`] ?? errors[`${at}.${index}.closes`]}
    />
  )
}
