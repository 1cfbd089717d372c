import { Inbox } from 'lucide-react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AlertDialog } from './alert-dialog.tsx'
import { Badge, DemoTag } from './badge.tsx'
import { Button, ButtonLink } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { Dialog } from './dialog.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { ErrorSummary } from './error-summary.tsx'
import { Field } from './field.tsx'
import { FormMessage, RequiredNote } from './form-note.tsx'
import { Icon } from './icon.tsx'
import { Select, TextArea, TextInput } from './inputs.tsx'
import { Skeleton, SkeletonList } from './loading.tsx'
import { RadioGroup } from './radio-group.tsx'
import { CenteredSpinner } from './spinner.tsx'
import { Cell, ColumnHeader, RowHeader, Table } from './table.tsx'
import { Tab, TabList, TabPanel, Tabs } from './tabs.tsx'
import { ThemeToggle } from './theme-toggle.tsx'
import { Time } from './time.tsx'
import { Toaster } from './toaster.tsx'

const nothing = () => {}

test('server HTML has no inline style, style element or handler', () => {
  const html = renderToString(
    <>
      <Button busy>Send Message</Button>
      <ButtonLink href="/x">Go</ButtonLink>
      <RequiredNote />
      <ErrorSummary attempt={1} errors={[{ id: 'a', message: 'Enter a' }]} />
      <Field label="Name" required hint="As on invoices" error="Enter your name">
        <TextInput name="name" />
      </Field>
      <Field label="Message" optional>
        <TextArea />
      </Field>
      <Field label="Service">
        <Select>
          <option>One</option>
        </Select>
      </Field>
      <Checkbox label="Yes" hint="or no" />
      <RadioGroup legend="Urgency" name="u" options={[{ value: 'a', label: 'A' }]} />
      <FormMessage>Not sent</FormMessage>
      <Dialog open onClose={nothing} title="Title">
        Body
      </Dialog>
      <AlertDialog
        open
        onClose={nothing}
        onConfirm={nothing}
        title="Sure?"
        description="It is final."
        confirmLabel="Delete"
      />
      <Table caption="Clients" stickyFirst>
        <thead>
          <tr>
            <ColumnHeader sort="ascending">Name</ColumnHeader>
          </tr>
        </thead>
        <tbody>
          <tr>
            <RowHeader>Ada</RowHeader>
            <Cell numeric>1</Cell>
          </tr>
        </tbody>
      </Table>
      <Tabs defaultValue="a">
        <TabList label="Views">
          <Tab value="a" count={3}>
            A
          </Tab>
        </TabList>
        <TabPanel value="a">Panel</TabPanel>
      </Tabs>
      <Badge variant="rose">M. Osei</Badge>
      <DemoTag />
      <Skeleton className="h-4" />
      <CenteredSpinner />
      <EmptyState title="No clients yet" />
      <ErrorState message="Unable to load" onRetry={nothing} />
      <Icon icon={Inbox} />
      <ThemeToggle />
      <Toaster />
    </>,
  )
  expect(html).not.toMatch(/\sstyle=|<style|\son[a-z]+=/)
})

test('a field ties label, hint and error to its control', () => {
  const html = renderToString(
    <Field id="mail" label="Email" required hint="We answer there" error="Enter your email">
      <TextInput type="email" />
    </Field>,
  )
  expect(html).toContain('for="mail"')
  expect(html).toMatch(/<input(?=[^>]*id="mail")(?=[^>]*required)(?=[^>]*aria-invalid="true")/)
  expect(html).toContain('aria-describedby="mail-error mail-hint"')
  expect(html).toContain('id="mail-error"')
  expect(html).toContain('id="mail-hint"')
})

test('the server writes a moment as its UTC day with the full value beside it', () => {
  const html = renderToString(<Time value="2026-11-20T23:30:00Z" />)
  expect(html).toBe('<time dateTime="2026-11-20T23:30:00.000Z">Nov 20, 2026</time>')
})

test('the theme toggle starts unpressed, as the first visit is light', () => {
  expect(renderToString(<ThemeToggle />)).toContain('aria-pressed="false"')
})

test('a list on its way is no table without a table', () => {
  const html = renderToString(<SkeletonList rows={3} />)
  expect(html.match(/class="skeleton/g)).toHaveLength(6)
  expect(html).not.toMatch(/<t[rd]/)
})
