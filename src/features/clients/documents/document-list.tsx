import {
  Download,
  Eye,
  File,
  FileArchive,
  FileImage,
  FileSpreadsheet,
  FileText,
  type LucideIcon,
  Presentation,
} from 'lucide-react'
import { canPreview, formatSize, isImage } from '#contract/file-rules.ts'
import { fileAddress } from '#web/api/upload.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { RowMenu } from '#web/ui/row-menu.tsx'
import { SelectBox, type Selection } from '#web/ui/selection.tsx'
import { Time } from '#web/ui/time.tsx'
import { useDialog } from '#web/ui/use-dialog.ts'
import type { ProjectDocument } from './contract.ts'
import { documents } from './contract.ts'
import type { ProjectRef } from './use-uploads.ts'

const icons: [RegExp, LucideIcon, string][] = [
  [/^image\//, FileImage, 'Image'],
  [/excel|spreadsheet/, FileSpreadsheet, 'Spreadsheet'],
  [/powerpoint|presentation/, Presentation, 'Presentation'],
  [/zip/, FileArchive, 'Archive'],
  [/pdf|word|^text\//, FileText, 'Text'],
]

type Props = {
  project: ProjectRef
  list: readonly ProjectDocument[]
  /** Absent if there are no actions for several documents. */
  selection: Selection | undefined
  /** Absent for read-only users. */
  onDelete: ((document: ProjectDocument) => void) | undefined
}

export function DocumentList({ list, ...row }: Props) {
  return (
    <ul className="file-list" aria-label="Documents">
      {list.map((document) => (
        <DocumentRow key={document.id} document={document} {...row} />
      ))}
    </ul>
  )
}

function DocumentRow({
  project,
  document,
  selection,
  onDelete,
}: Omit<Props, 'list'> & { document: ProjectDocument }) {
  const { id, originalName, mimeType, fileSize, author, createdAt } = document
  const [, icon, kind] = icons.find(([types]) => types.test(mimeType)) ?? [null, File, 'File']
  const address = fileAddress(documents.download, { ...project, documentId: id })
  return (
    <li className={selection?.hasBoxes ? 'file-row file-row-selects' : 'file-row'}>
      {selection?.hasBoxes && (
        <SelectBox id={id} name={originalName} acts={selection.acts} checked={selection.has(id)} />
      )}
      <span className="file-icon" title={kind}>
        <Icon icon={icon} size={20} />
      </span>
      <div className="min-w-0">
        <a
          dir="auto"
          className="file-name link"
          href={address}
          target="_blank"
          rel="noopener"
          title={originalName}
        >
          {originalName}
        </a>
        <p className="small flex flex-wrap gap-x-2 text-ink-2">
          <span className="tabular-nums">{formatSize(fileSize)}</span>
          <span aria-hidden="true">·</span>
          <Time value={createdAt} />
          {author && (
            <>
              <span aria-hidden="true">·</span>
              <span dir="auto" className="break-all">
                {author}
              </span>
            </>
          )}
        </p>
      </div>
      <div className="file-actions">
        <Preview project={project} document={document} />
        <ButtonLink
          variant="quiet"
          icon={Download}
          title="Download"
          href={address}
          target="_blank"
          rel="noopener"
          aria-label={`Download ${originalName}`}
        />
        {onDelete && (
          <RowMenu
            label={`More for ${originalName}`}
            items={[
              {
                label: 'Delete',
                danger: true,
                keepsFocus: true,
                onSelect: () => onDelete(document),
              },
            ]}
          />
        )}
      </div>
    </li>
  )
}

/** Images open in a dialog. A PDF opens in a new tab, in the browser's viewer. */
function Preview({ project, document }: { project: ProjectRef; document: ProjectDocument }) {
  const dialog = useDialog<true>()
  const { id, originalName, mimeType } = document
  if (!canPreview(mimeType)) return null
  const address = fileAddress(documents.preview, { ...project, documentId: id })
  const label = `Preview ${originalName}`
  if (!isImage(mimeType)) {
    return (
      <ButtonLink
        variant="quiet"
        icon={Eye}
        title="Preview"
        href={address}
        target="_blank"
        rel="noopener"
        aria-label={label}
      />
    )
  }
  return (
    <>
      <Button
        variant="quiet"
        icon={Eye}
        aria-label={label}
        title="Preview"
        onClick={() => dialog.show(true)}
      />
      <Dialog {...dialog.state} title={originalName} size="lg" initialFocus="heading">
        <img className="preview-image" src={address} alt={`Content of ${originalName}`} />
      </Dialog>
    </>
  )
}
