import { Copy, Download } from 'lucide-react'
import { useFirm } from '#web/firm.ts'
import { Button } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy-text.ts'
import { saveText } from '#web/ui/save-file.ts'

export function RecoveryCodes({ codes }: { codes: string[] }) {
  const { name } = useFirm()
  const text = codes.join('\n')
  const copy = () =>
    copyText(text, 'Recovery codes copied', 'Select the codes and copy them yourself.')
  function download() {
    saveText(`${name.toLowerCase()}-recovery-codes.txt`, `Recovery codes for ${name}\n\n${text}`)
  }
  return (
    <div className="grid gap-4">
      <p>
        Each of these codes lets you in once without your phone.{' '}
        <strong>Save them now: they aren’t shown again.</strong>
      </p>
      <ul
        className="mono grid justify-center gap-x-6 gap-y-1 rounded-control border border-rule bg-sunk px-4 py-3"
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code} className="select-all break-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button icon={Copy} onClick={copy}>
          Copy
        </Button>
        <Button icon={Download} onClick={download}>
          Download
        </Button>
      </div>
    </div>
  )
}
