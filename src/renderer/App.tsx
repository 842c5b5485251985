import { VisuallyHidden } from '@mantine/core';
import { Suspense } from 'react';
import classes from './App.module.css';
import { DropZone } from './data/DropZone';
import { CommandPalette } from './shell/CommandPalette';
import { Header } from './shell/Header';
import { KeysSheet } from './shell/KeysSheet';
import { Layout } from './shell/Layout';
import { StartState } from './shell/StartState';
import { useFollowUi } from './shell/useFollowUi';
import { useKeys } from './shell/useKeys';
import { useMainProcess } from './shell/useMainProcess';
import { useProject } from './stores/project';

/** The whole window. */
export function App() {
  useFollowUi();
  useKeys();
  const start = useMainProcess();
  const open = useProject((state) => state.project !== null);
  return (
    <div className={classes.window}>
      {open ? (
        <Suspense>
          <Header />
          <main className={classes.main}>
            <VisuallyHidden component="h1">Toyformer</VisuallyHidden>
            <Layout />
          </main>
          <CommandPalette />
          <KeysSheet />
          <DropZone />
        </Suspense>
      ) : (
        <StartState problem={start.problem} retry={start.retry} />
      )}
    </div>
  );
}
