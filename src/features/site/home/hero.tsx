import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { brand } from '../../../brand.ts'
import { RunRecord } from '../../../web/illustrations/runs/record.tsx'
import { RunFigure } from '../../../web/illustrations/runs/run-figure.tsx'
import { heroRuns, invoiceRun } from '../../../web/illustrations/runs/run-scripts.ts'
import { useRun } from '../../../web/illustrations/runs/use-run.ts'
import { Button } from '../../../web/ui/button.tsx'
import { SectionLink } from '../layout/section-link.tsx'

export function Hero() {
  const [script, setScript] = useState(invoiceRun)
  const { rootRef, figureRef, rootProps, play } = useRun()
  return (
    <div ref={rootRef} className="hero" {...rootProps}>
      <div className="wrap hero-grid">
        <div>
          <h1 className="h1 hero-title">{brand.tagline}</h1>
          <p className="lead hero-lead">{brand.lead}</p>
          <div className="hero-actions no-print">
            <SectionLink className="btn btn-primary size-lg" section="contact">
              Get Started
            </SectionLink>
            <SectionLink className="btn btn-secondary size-lg" section="case-studies" watch>
              Watch Demo
            </SectionLink>
          </div>
        </div>
        <div className="hero-record">
          <RunRecord record={script.record} />
        </div>
      </div>
      <div className="hero-band">
        <div className="wrap">
          <RunFigure
            script={script}
            figureRef={figureRef}
            label={`What happens to one document: ${script.label}`}
            controls={
              <div className="run-controls needs-script no-print">
                <span id="follow-a-document">Follow a document:</span>
                <fieldset aria-labelledby="follow-a-document" className="run-choice">
                  {heroRuns.map((run) => (
                    <button
                      key={run.id}
                      type="button"
                      aria-pressed={run.id === script.id}
                      onClick={() => {
                        setScript(run)
                        play()
                      }}
                    >
                      {run.label}
                    </button>
                  ))}
                </fieldset>
                <Button icon={RotateCcw} onClick={play}>
                  Run it again
                </Button>
              </div>
            }
          />
        </div>
      </div>
    </div>
  )
}
