import { z } from 'zod'
import {
  ClearableDay,
  clearable,
  clearableLine,
  Id,
  required,
  requiredLine,
} from '#contract/fields.ts'
import { maxSearchLength } from '#contract/max-search-length.ts'
import { done } from '#contract/results.ts'
import { projectStatuses } from '#contract/vocabulary.ts'
import { ProjectDocument } from '../documents/schemas.ts'
import { Note } from '../notes/schemas.ts'
import { Project } from '../schemas.ts'

export const ProjectDetail = Project.extend({
  notes: z.array(Note),
  documents: z.array(ProjectDocument),
})
export type ProjectDetail = z.output<typeof ProjectDetail>

/** `note` is null if the title matches. */
export const FoundProject = Project.pick({ id: true, title: true, status: true }).extend({
  clientId: z.string(),
  client: z.string(),
  note: z
    .string()
    .nullable()
    .describe('Of a note that matches: its beginning, at most 160 characters'),
})
export type FoundProject = z.output<typeof FoundProject>

const progressRange = 'Enter a whole number from 0 to 100'

/** Non-numeric input becomes 0. Numbers outside 0 to 100 and fractions are refused. */
const Progress = z
  .unknown()
  .meta({ type: 'integer', minimum: 0, maximum: 100 })
  .optional()
  .transform((value, context) => {
    if (value === undefined) return undefined
    const given = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
    const isShort = typeof value !== 'string' || value.length <= 100
    const number = typeof given === 'number' && !Number.isNaN(given) ? given : 0
    if (isShort && Number.isInteger(number) && number >= 0 && number <= 100) return number
    context.addIssue({ code: 'custom', message: progressRange })
    return z.NEVER
  })

const title = requiredLine(200, 'Title is required')
const status = z.enum(projectStatuses, { error: 'Choose one of the project statuses' })

const details = z.object({
  description: clearable(5000),
  progress: Progress,
  budget: clearableLine(100),
  startDate: ClearableDay,
  endDate: ClearableDay.describe('Not before `startDate`'),
})

const NewProject = details.extend({ title, status: status.optional() })

/** Text that is not a number becomes 0. */
export const typedProgress = (text: string): string =>
  text.trim() === '' || Number.isNaN(Number(text)) ? '0' : text

/** The values as the form has them. */
export const TypedProject = NewProject.extend({
  progress: z
    .string()
    .trim()
    .transform(typedProgress)
    .pipe(z.string().regex(/^(\d{0,2}|100)$/, progressRange))
    .transform(Number),
})

const ProjectChanges = details.extend({ title: title.optional(), status: status.optional() })

const ofClient = z.object({ clientId: Id })
const one = ofClient.extend({ projectId: Id })

export const projectsSchemas = {
  create: {
    summary: 'Adds a project to a client.',
    input: NewProject.extend(ofClient.shape),
    output: ProjectDetail,
  },
  search: {
    summary: 'Projects whose title or notes have the words; the newest, at most five of each.',
    input: z.object({ search: required(maxSearchLength, 'Words to look for are required') }),
    output: z.array(FoundProject),
  },
  show: {
    summary: 'One project with its notes and documents, newest first.',
    input: one,
    output: ProjectDetail,
  },
  update: {
    summary: 'Changes a project; absent fields stay, null clears.',
    input: ProjectChanges.extend(one.shape),
    output: ProjectDetail,
  },
  remove: { summary: 'Deletes a project with its notes and documents.', input: one, output: done },
}
