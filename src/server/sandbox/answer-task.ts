import { parentPort, workerData } from 'node:worker_threads'

/** Answers the task of `runInWorker`. An error of `work` ends the worker. */
export function answerTask<Task>(work: (task: Task) => unknown): void {
  parentPort?.postMessage(work(workerData as Task))
}
