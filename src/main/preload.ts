import type { Answer, Bridge, CallName, Calls, EventName, Events } from '@shared/contract/calls';
import { contextBridge, type IpcRendererEvent, ipcRenderer } from 'electron';

function call<K extends CallName>(
  name: K,
  args: Calls[K]['args'],
): Promise<Answer<Calls[K]['result']>> {
  return ipcRenderer.invoke('call', name, args);
}

function on<K extends EventName>(name: K, listener: (event: Events[K]) => void): () => void {
  const hear = (_received: IpcRendererEvent, heard: string, event: Events[K]) => {
    if (heard === name) listener(event);
  };
  ipcRenderer.on('event', hear);
  return () => {
    ipcRenderer.off('event', hear);
  };
}

contextBridge.exposeInMainWorld('api', { call, on } satisfies Bridge);
